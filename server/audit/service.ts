import type { SignedIn } from '../../contract/accounts.ts'
import type { Refusal, RefusalDetails } from '../../contract/errors.ts'
import { type Tx, transaction } from '../db/transaction.ts'
import { whose } from '../db/wall.ts'
import type { Deps } from '../deps.ts'
import * as store from './store.ts'

/** What is done to malls, shops and accounts. */
export type AuditedAction =
  | `mall.${'added' | 'changed' | 'given' | 'removed'}`
  | `shop.${'added' | 'changed' | 'removed' | 'settings-changed'}`
  | `counter.${'added' | 'changed' | 'removed'}`
  | `account.${'added' | 'returned' | 'login-changed' | 'removed' | 'disabled' | 'enabled' | 'first-password-given'}`

/**
 * Notes in the caller's transaction who changed what: it is on record if and only if it happened. `subject` is the id of the thing;
 * `detail` names fields, never their secrets. By the `operator` is what was done with a command on the machine, where nobody is signed in.
 */
export const recordChange = (
  tx: Tx,
  now: Date,
  by: SignedIn | 'operator',
  change: { action: AuditedAction; mallId: string | null; subject: string; detail?: Readonly<Record<string, unknown>> },
) =>
  store.insertEntry(tx, {
    mallId: change.mallId,
    accountId: by === 'operator' ? null : by.account.id,
    action: change.action,
    subject: change.subject,
    detail: change.detail ?? null,
    at: now,
  })

/**
 * What the refusal of something that is not to be seen says besides: the reach, where it is on the other side of the wall, and nothing where
 * it does not exist.
 */
export async function reachFor(
  db: Pick<Tx, 'selectFrom'>,
  kind: 'counter' | 'ticket' | 'payment' | 'receipt',
  id: string,
): Promise<RefusalDetails> {
  const thing = await whose(db, id)
  return thing?.kind === kind ? { reach: { mallId: thing.mallId, subject: id } } : {}
}

/**
 * Notes that an account reached into a foreign tenant and was refused, in a transaction of its own: the refused story left nothing. A
 * refusal for any other reason is not noted. Never throws, since the refusal is the answer whatever becomes of its note.
 */
export async function recordRefusal(deps: Deps, by: SignedIn | null, call: string, { code, details: { reach } }: Refusal): Promise<void> {
  if (!by || !reach) return
  const entry = {
    mallId: reach.mallId,
    accountId: by.account.id,
    action: 'reach.refused',
    subject: reach.subject,
    detail: { call, code },
    at: deps.clock.now(),
  }
  await transaction(deps.db, (tx) => store.insertEntry(tx, entry)).catch((error: unknown) =>
    deps.log.error({ err: error, call }, 'a refused reach into a foreign tenant is not on record'),
  )
}
