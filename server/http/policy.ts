import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/errors.ts'
import { type Policy, policies } from '../../contract/permissions.ts'
import type { AccountCaller, SessionCaller, Shopper } from '../caller.ts'
import { limitsByClass } from './rate-limit.ts'

/** How the edge finds out who is calling; wired to the accounts and verification slices. */
export interface CallerLookup {
  account(bearer: string): Promise<AccountCaller | null>
  shopper(cookie: string): Promise<Shopper | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: SessionCaller
  }
  interface FastifyContextConfig {
    policy?: Policy
  }
}

export const SHOPPER_COOKIE = 'rc_shopper'

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer\s+(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/**
 * Gives every `/api` route its policy from the matrix and enforces it before the body is read: 401, then role 403. A route that
 * the matrix does not know stops the server from starting. The tenant is checked by the service that reads the row.
 */
export function enforcePolicies(
  app: FastifyInstance,
  lookup: CallerLookup,
  options: { demo: boolean; ownOrigins: ReadonlySet<string> },
): void {
  app.decorateRequest('caller')
  const limits = limitsByClass(app, { demo: options.demo, purpose: 'calls' })

  const check = async (request: FastifyRequest) => {
    const policy = request.routeOptions.config.policy
    if (!policy) return
    const bearer = bearerOf(request)
    const cookie = request.cookies[SHOPPER_COOKIE]
    request.caller = {
      account: bearer !== null && policy.by !== 'shopper' ? await lookup.account(bearer) : null,
      shopper: cookie !== undefined && policy.by !== 'account' ? await lookup.shopper(cookie) : null,
    }
    refuseStrangers(request, policy)
    if (request.caller.shopper && request.method !== 'GET') refuseForeignOrigin(request, options)
  }

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api')) return
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    for (const method of methods) {
      const name = `${method} ${route.url}`
      const policy: Policy | undefined = Object.hasOwn(policies, name) ? policies[name as keyof typeof policies] : undefined
      if (!policy) throw new Error(`the route ${name} has no policy in contract/permissions.ts`)
      route.config = { ...route.config, policy }
      // Order of checks: the rate limit is a hook of the route, so it has to stand before ours.
      const before = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest]
      route.onRequest = [...before, limits[policy.limit], check]
    }
  })
}

function refuseStrangers(request: FastifyRequest, policy: Policy): void {
  const { account, shopper } = request.caller
  if (policy.by === 'none') return
  if (policy.by === 'shopper' && !shopper) throw new Refusal('not_verified')
  if (policy.by === 'account' && !account) throw new Refusal('not_signed_in')
  if (policy.by === 'either' && !account && !shopper) throw new Refusal('not_signed_in')
  if (account && policy.roles && !policy.roles.includes(account.account.role)) throw new Refusal('forbidden')
}

/**
 * A cookie goes along with requests that other sites start, so a writing request with it must come from our own page. Browsers
 * send `Origin` with each POST; a program that sends neither `Origin` nor `Sec-Fetch-Site` carries no one else's cookie.
 */
function refuseForeignOrigin(request: FastifyRequest, { demo, ownOrigins }: { demo: boolean; ownOrigins: ReadonlySet<string> }): void {
  const origin = request.headers.origin
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site']
    if (site === undefined || site === 'same-origin') return
    throw new Refusal('wrong_origin')
  }
  if (ownOrigins.has(origin)) return
  // Demo: reached by localhost, by address or by the name of the machine alike.
  if (demo && origin === `${request.protocol}://${request.host}`) return
  throw new Refusal('wrong_origin')
}

/** The signed-in account of a call whose policy demands one. */
export function accountOf(request: FastifyRequest): AccountCaller {
  if (!request.caller.account) throw new Refusal('not_signed_in')
  return request.caller.account
}

/** The verified shopper of a call whose policy demands one. */
export function shopperOf(request: FastifyRequest): Shopper {
  if (!request.caller.shopper) throw new Refusal('not_verified')
  return request.caller.shopper
}
