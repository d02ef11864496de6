/**
 * The authorisation matrix as data: deny by default. The server refuses to start with a route that has no policy here, and
 * the web hides what its person may not do.
 *
 * `by` says which credential counts: `account` the bearer, `shopper` the cookie, `either` both, `none` neither. A caller with
 * only the other credential is nobody there (401). `roles` are the account roles let in; the tenant is checked by the service
 * that reads the row, `tenant` says how a foreign one is refused (404 private, 403 public).
 */
export interface Policy {
  by: 'none' | 'account' | 'shopper' | 'either'
  roles?: readonly ('staff' | 'owner' | 'superadmin')[]
  tenant?: 'private' | 'public'
  /** The rate limit class; see `server/http/rate-limit.ts`. */
  limit: 'read' | 'write' | 'sign-in' | 'otp'
}

const desk = ['staff', 'owner', 'superadmin'] as const
const open = (limit: Policy['limit']): Policy => ({ by: 'none', limit })
const managers = ['owner', 'superadmin'] as const
const manager: Policy = { by: 'account', roles: managers, tenant: 'public', limit: 'write' }
const staffAction: Policy = { by: 'account', roles: desk, tenant: 'private', limit: 'write' }

export const policies = {
  'POST /api/auth/login': open('sign-in'),
  'POST /api/auth/logout': { by: 'account', limit: 'write' },
  'GET /api/auth/me': { by: 'account', limit: 'read' },
  'POST /api/send-otp': open('otp'),
  'POST /api/verify-otp': open('otp'),
  'GET /api/shops': open('read'),
  'GET /api/shops/:id': open('read'),
  'GET /api/display/:id': open('read'),
  'GET /api/storefront/:id': open('read'),
  'POST /api/information': { by: 'shopper', limit: 'write' },
  'GET /api/get-token': { by: 'either', roles: desk, tenant: 'private', limit: 'read' },
  'GET /api/get-data/:id': { by: 'account', roles: desk, tenant: 'public', limit: 'read' },
  'GET /api/missed/:id': { by: 'account', roles: desk, tenant: 'public', limit: 'read' },
  'POST /api/send-message': { by: 'account', roles: desk, tenant: 'private', limit: 'write' },
  'POST /api/start-countdown': { by: 'account', roles: desk, tenant: 'public', limit: 'write' },
  'GET /api/get-countdown': open('read'),
  'GET /api/tickets/:id': { by: 'either', roles: desk, tenant: 'private', limit: 'read' },
  'POST /api/tickets/:id/cancel': { by: 'either', roles: desk, tenant: 'private', limit: 'write' },
  'POST /api/tickets/:id/call': staffAction,
  'POST /api/tickets/:id/complete': staffAction,
  'POST /api/tickets/:id/no-show': staffAction,
  'POST /api/tickets/:id/undo': staffAction,
  'POST /api/payments': { by: 'shopper', tenant: 'private', limit: 'write' },
  'GET /api/payments/:id': { by: 'either', roles: desk, tenant: 'private', limit: 'read' },
  'POST /api/payments/:id/confirm': { by: 'either', roles: desk, tenant: 'private', limit: 'write' },
  'POST /api/payments/:id/hand-back': staffAction,
  'GET /api/hand-backs/:id': { by: 'account', roles: desk, tenant: 'public', limit: 'read' },
  'GET /api/receipts/:id': { by: 'either', roles: desk, tenant: 'private', limit: 'read' },
  'POST /api/auth/signup': open('sign-in'),
  'POST /api/auth/totp': open('sign-in'),
  'POST /api/auth/first-password': open('sign-in'),
  'POST /api/check-user': open('sign-in'),
  'POST /api/reset-password': open('sign-in'),
  'POST /api/shops': { by: 'account', roles: ['superadmin'], limit: 'write' },
  'PUT /api/shops/:id': { by: 'account', roles: managers, tenant: 'public', limit: 'write' },
  'DELETE /api/shops/:id': { by: 'account', roles: ['superadmin'], limit: 'write' },
  'POST /api/shops/:id/menu': manager,
  'PUT /api/shops/update-menu-item/:shopId/:itemName': manager,
  'DELETE /api/shops/delete-menu-item/:shopId/:itemName': manager,
  'POST /api/display': { by: 'account', roles: desk, tenant: 'public', limit: 'write' },
  'PUT /api/display/:id': { by: 'account', roles: desk, tenant: 'public', limit: 'write' },
  'GET /api/settings/:id': { by: 'account', roles: managers, tenant: 'public', limit: 'read' },
  'PUT /api/settings/:id': manager,
  'POST /api/counters': manager,
  'PUT /api/counters/:id': { by: 'account', roles: managers, tenant: 'private', limit: 'write' },
  'DELETE /api/counters/:id': { by: 'account', roles: managers, tenant: 'private', limit: 'write' },
  'GET /api/malls/:id/overview': { by: 'account', roles: managers, tenant: 'public', limit: 'read' },
  'PUT /api/malls/:id': manager,
  'GET /api/staff': { by: 'account', roles: managers, tenant: 'public', limit: 'read' },
  'POST /api/staff': manager,
  'POST /api/staff/:id/disable': manager,
  'POST /api/staff/:id/enable': manager,
  'POST /api/staff/:id/reset': manager,
  'GET /api/poster/:id': { by: 'account', roles: managers, tenant: 'public', limit: 'read' },
  'POST /api/qrcode/:id/made': { by: 'account', roles: desk, tenant: 'public', limit: 'write' },
  'GET /api/openapi.json': open('read'),
  'GET /api/docs': open('read'),
  'POST /api/reports/csp': open('write'),
} as const satisfies Record<string, Policy>

export type CallName = keyof typeof policies
