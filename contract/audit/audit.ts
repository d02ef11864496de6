/** The actions that the audit records, each with the group under which a person finds it. */
export const auditActions = {
  // malls, shops and their counters
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
  // what a shop charges and how it works
  'shop.settings-changed': 'settings',
  'code.printed': 'settings',
  'mall.gstin-confirmed': 'settings',
  'shop.paused': 'settings',
  'shop.resumed': 'settings',
  'counter.opened': 'settings',
  'counter.closed': 'settings',
  'counter.paused': 'settings',
  'database.left-demo': 'settings',
  // accounts of people
  'account.added': 'people',
  'account.login-changed': 'people',
  'account.removed': 'people',
  'account.disabled': 'people',
  'account.enabled': 'people',
  'account.renamed': 'people',
  'account.first-password-given': 'people',
  'account.second-factor-removed': 'people',
  // money that a person moved
  'cash.taken': 'money',
  'cash.handed-back': 'money',
  'payment.refunded': 'money',
  'gateway.changed': 'money',
  'orphan.decided': 'money',
  // who came, each sign-in once
  'sign-in.succeeded': 'logins',
  'sign-in.new-device': 'logins',
  // what protects sign-ins
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
  // data that was exported to a file
  'audit.exported': 'exports',
  'money.exported': 'exports',
} as const

export type AuditGroup = (typeof auditActions)[AuditAction]
/** Every group once, in the order of the actions. */
export const auditGroups: readonly AuditGroup[] = [...new Set(Object.values(auditActions))]
export type AuditAction = keyof typeof auditActions
/** The actions that `recordSecurity` takes. */
export type SecurityAction = {
  [Action in AuditAction]: (typeof auditActions)[Action] extends 'security' | 'logins' ? Action : never
}[AuditAction]

/** Who acted: an account with its role (`account` if the role was not recorded), the operator's command line, or a person not signed in. */
export type ActorKind = 'account' | 'staff' | 'owner' | 'superadmin' | 'operator' | 'stranger'
