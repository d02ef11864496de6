/** Each action with the group under which a person finds it. */
export const auditActions = {
  'mall.added': 'places',
  'mall.changed': 'places',
  'mall.given': 'places',
  'mall.removed': 'places',
  'shop.added': 'places',
  'shop.changed': 'places',
  'shop.removed': 'places',
  'counter.added': 'places',
  'counter.changed': 'places',
  'counter.removed': 'places',
  'display.changed': 'places',
  'shop.settings-changed': 'settings',
  'code.printed': 'settings',
  'mall.gstin-confirmed': 'settings',
  'shop.paused': 'settings',
  'shop.resumed': 'settings',
  'counter.opened': 'settings',
  'counter.closed': 'settings',
  'counter.paused': 'settings',
  'database.left-demo': 'settings',
  'account.added': 'people',
  'account.login-changed': 'people',
  'account.removed': 'people',
  'account.disabled': 'people',
  'account.enabled': 'people',
  'account.renamed': 'people',
  'account.first-password-given': 'people',
  'account.second-factor-removed': 'people',
  'cash.taken': 'money',
  'cash.handed-back': 'money',
  'cash.counted': 'money',
  'payment.refunded': 'money',
  'gateway.changed': 'money',
  'orphan.decided': 'money',
  // each sign-in once
  'sign-in.succeeded': 'logins',
  'sign-in.new-device': 'logins',
  'account.signed-up': 'security',
  'email.confirmed': 'security',
  'sign-in.failed': 'security',
  'sign-in.locked': 'security',
  'sign-in.ended': 'security',
  'second-factor.added': 'security',
  'second-factor.failed': 'security',
  'second-factor.locked': 'security',
  'second-factor.removed': 'security',
  'password.changed': 'security',
  'password.reset-requested': 'security',
  'password.reset-failed': 'security',
  'password.reset': 'security',
  'first-password.replaced': 'security',
  'reach.refused': 'security',
  'audit.exported': 'exports',
  'money.exported': 'exports',
} as const

export type AuditGroup = (typeof auditActions)[AuditAction]
export const auditGroups: readonly AuditGroup[] = [...new Set(Object.values(auditActions))]
export type AuditAction = keyof typeof auditActions
/** The actions that `recordSecurity` takes. */
export type SecurityAction = {
  [Action in AuditAction]: (typeof auditActions)[Action] extends 'security' | 'logins' ? Action : never
}[AuditAction]

/** `account`: the role was not recorded. `operator`: the operator's command line. `stranger`: a person not signed in. */
export type ActorKind = 'account' | 'staff' | 'owner' | 'superadmin' | 'operator' | 'stranger'
