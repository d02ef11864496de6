import type { SignedIn } from '#contract/accounts/accounts.ts'
import { type ActorKind, type AuditAction, type AuditGroup, auditActions, type SecurityAction } from '#contract/audit/audit.ts'
import type { Refusal, RefusalDetails } from '#contract/base/errors.ts'
import { DAY, HOUR } from '#contract/base/time.ts'
import { type Reader, type Tx, transaction } from '#server/db/transaction.ts'
import { whose } from '#server/db/wall.ts'
import type { Deps } from '#server/deps.ts'
import { addressKey } from '#server/kit/address-key.ts'
import type { Vault } from '#server/kit/hash.ts'
import * as store from './store.ts'

/** What a signed-in person does to malls, shops, accounts and money. */
export type AuditedAction = Exclude<AuditAction, SecurityAction>

/** A signed-in account (`from` is the `fromHash` of its request), or the operator with a command on the machine. */
export type Actor = (SignedIn & { from?: string | null }) | 'operator'

/** Returns the keyed hash of a network address. Equal addresses have equal hashes; an IPv6 address counts as its /64. */
export const fromHash = (vault: Vault, address: string): string => vault.keyed('audit-address', addressKey(address))

/**
 * Records in the caller's transaction who changed what. The entry exists if and only if the change happened. `subject` is the id of the
 * changed thing; `detail` names fields, never their secrets.
 */
export const recordChange = (
  tx: Tx,
  now: Date,
  by: Actor,
  change: { action: AuditedAction; mallId: string | null; subject: string; detail?: Readonly<Record<string, unknown>> },
) =>
  store.insertEntry(tx, {
    mallId: change.mallId,
    accountId: by === 'operator' ? null : by.account.id,
    actorKind: by === 'operator' ? 'operator' : by.account.role,
    action: change.action,
    subject: change.subject,
    from: by === 'operator' ? null : (by.from ?? null),
    detail: change.detail ?? null,
    at: now,
  })

/**
 * Records an event around sign-ins in the caller's transaction. `accountId` is the account that acted; null for a person who did not prove
 * to own an account. `subject` is the account that the event is about; `from` is the `fromHash` of the request's address. `detail` never
 * holds a secret, a code or an email address.
 */
export const recordSecurity = (
  tx: Tx,
  now: Date,
  event: {
    action: SecurityAction
    accountId: string | null
    mallId: string | null
    subject: string
    from: string | null
    detail?: Readonly<Record<string, unknown>>
  },
) =>
  store.insertEntry(tx, {
    mallId: event.mallId,
    accountId: event.accountId,
    actorKind: event.accountId === null ? 'stranger' : 'account',
    action: event.action,
    subject: event.subject,
    from: event.from,
    detail: event.detail ?? null,
    at: now,
  })

/**
 * Returns extra details for the refusal of a thing that the caller cannot see. They name the reach if the thing is on the other side of the
 * wall, and are empty if it does not exist.
 */
export async function reachFor(
  db: Reader,
  kind: 'counter' | 'ticket' | 'payment' | 'receipt' | 'orphan',
  id: string,
): Promise<RefusalDetails> {
  const thing = await whose(db, id)
  return thing?.kind === kind ? { reach: { mallId: thing.mallId, subject: id } } : {}
}

/** How many refused attempts of one account are recorded in an hour; the log has them all. */
export const REFUSED_PER_HOUR = 60

/**
 * Records that an account reached into another tenant and was refused; other refusals are not recorded. It uses its own transaction,
 * because the refused story was rolled back. At most `REFUSED_PER_HOUR` of one account are recorded, so that the audit cannot be filled up.
 * Never throws, because the caller gets the refusal in any case.
 */
export async function recordRefusal(
  deps: Deps,
  by: (SignedIn & { from?: string | null }) | null,
  call: string,
  { code, details: { reach } }: Refusal,
): Promise<void> {
  if (!by || !reach) return
  const at = deps.clock.now()
  const entry = {
    mallId: reach.mallId,
    accountId: by.account.id,
    actorKind: by.account.role,
    action: 'reach.refused' as const,
    subject: reach.subject,
    from: by.from ?? null,
    detail: { call, code },
    at,
  }
  const since = new Date(at.getTime() - HOUR)
  await transaction(deps.db, (tx) => store.insertRefusal(tx, entry, since, REFUSED_PER_HOUR)).catch((error: unknown) =>
    deps.log.error({ err: error, call }, 'a refused reach into another tenant could not be recorded'),
  )
}

/** Has ids where a screen shows names. */
export interface FoundEntry {
  id: string
  at: Date
  action: AuditAction
  group: AuditGroup
  actorKind: ActorKind
  actorId: string | null
  mallId: string | null
  subject: string
  /** The first digits of the keyed hash of the address. */
  from: string | null
  detail: unknown
}

/**
 * Records a repeatable action in the caller's transaction: once per action, thing and account within an hour. Use it for reads that leave
 * an entry, so that the audit cannot be filled up.
 */
export const recordOncePerHour = (
  tx: Tx,
  now: Date,
  by: SignedIn & { from?: string | null },
  { action, mallId, subject }: { action: AuditedAction; mallId: string; subject: string },
): Promise<void> =>
  store.insertUnlessSince(
    tx,
    { mallId, accountId: by.account.id, actorKind: by.account.role, action, subject, from: by.from ?? null, detail: null, at: now },
    new Date(now.getTime() - HOUR),
  )

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)
const MARK_DIGITS = 8

/** Returns entries of the audit, newest first: those of one mall and its people, or all entries for a database without a wall. */
export async function entriesOf(
  db: Reader,
  { group, without, ...asked }: Omit<store.EntriesAsked, 'actions'> & { group: AuditGroup | null; without: AuditGroup | null },
): Promise<FoundEntry[]> {
  const all = Object.keys(auditActions).filter(isKnown)
  const isAsked = (action: AuditAction) => (group === null || auditActions[action] === group) && auditActions[action] !== without
  const actions = group === null && without === null ? null : all.filter(isAsked)
  if (actions?.length === 0) return []
  const rows = await store.entriesOf(db, { ...asked, actions })
  return rows.flatMap((row) =>
    isKnown(row.action)
      ? {
          id: String(row.id),
          at: row.at,
          action: row.action,
          group: auditActions[row.action],
          actorKind: row.actorKind,
          actorId: row.actorAccountId,
          mallId: row.mallId,
          subject: row.subject,
          from: row.fromHash?.slice(0, MARK_DIGITS) ?? null,
          detail: row.detail,
        }
      : [],
  )
}

/** How long entries stay, in ms: 400 days, and refused attempts 30 days. */
const KEPT_FOR = 400 * DAY
const REFUSED_KEPT_FOR = 30 * DAY

export const forgetOldAudit = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  transaction(db, (tx) => {
    const now = clock.now().getTime()
    return store.deleteOld(tx, { refused: new Date(now - REFUSED_KEPT_FOR), all: new Date(now - KEPT_FOR) })
  })

/**
 * Returns the fields that a change gives another value, each with its old and new value. Returns only fields of `told`: the others must not
 * be written down.
 */
export function changesIn<T extends object>(
  before: T,
  after: { [Key in keyof T]?: T[Key] | undefined },
  told: readonly (keyof T & string)[],
) {
  const changed = told.filter((field) => after[field] !== undefined && after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]))
}
