import type { VendorName } from '#contract/payments/payments.ts'
import type { Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import type { SecretField } from './rules.ts'

type Reader = Pick<Tx, 'selectFrom'>

/** The accounts of a mall, without their secrets. */
export const accountsOf = (db: Reader, mallId: string) =>
  db.selectFrom('gateway_account').select(['gateway', 'is_on', 'key_id', 'last_webhook_at']).where('mall_id', '=', mallId).execute()

/** The fields of a mall's accounts that have a secret now. */
export const secretFieldsOf = (db: Reader, mallId: string) =>
  db.selectFrom('gateway_secret').select(['gateway', 'field']).where('mall_id', '=', mallId).where('replaced_at', 'is', null).execute()

/** The sealed secrets of an account, the newest first; also those that were replaced after `since`. Not for a tenant. */
export const sealedSecretsOf = (db: Reader, mallId: string, gateway: VendorName, since: Date) =>
  db
    .selectFrom('gateway_account as a')
    .leftJoin('gateway_secret as s', (join) => join.onRef('s.mall_id', '=', 'a.mall_id').onRef('s.gateway', '=', 'a.gateway'))
    .select(['a.is_on', 'a.key_id', 's.field', 's.sealed', 's.replaced_at'])
    .where('a.mall_id', '=', mallId)
    .where('a.gateway', '=', gateway)
    .where((eb) => eb.or([eb('s.replaced_at', 'is', null), eb('s.replaced_at', '>', since)]))
    .orderBy('s.made_at', 'desc')
    .execute()

/** Adds an account that is off, unless there is one. It is then locked until the transaction ends. */
export async function lockAccount(tx: Tx, mallId: string, gateway: VendorName, now: Date) {
  await tx
    .insertInto('gateway_account')
    .values({ mall_id: mallId, gateway, is_on: false, key_id: null, changed_at: now })
    .onConflict((conflict) => conflict.columns(['mall_id', 'gateway']).doUpdateSet({ changed_at: now }))
    .execute()
  return tx
    .selectFrom('gateway_account')
    .select(['is_on', 'key_id'])
    .where('mall_id', '=', mallId)
    .where('gateway', '=', gateway)
    .executeTakeFirstOrThrow()
}

/** Changes an account that the caller has locked. */
export const changeAccount = (tx: Tx, mallId: string, gateway: VendorName, change: { is_on: boolean; key_id: string | null }) =>
  tx.updateTable('gateway_account').set(change).where('mall_id', '=', mallId).where('gateway', '=', gateway).execute()

/** Adds a sealed secret to an account that the caller has locked; the one before is replaced by it. */
export async function addSecret(
  tx: Tx,
  secret: { mallId: string; gateway: VendorName; field: SecretField; sealed: string; now: Date },
): Promise<void> {
  const { mallId: mall_id, gateway, field, sealed, now } = secret
  await tx
    .updateTable('gateway_secret')
    .set({ replaced_at: now })
    .where('mall_id', '=', mall_id)
    .where('gateway', '=', gateway)
    .where('field', '=', field)
    .where('replaced_at', 'is', null)
    .execute()
  await tx.insertInto('gateway_secret').values({ id: newId(), mall_id, gateway, field, sealed, made_at: now }).execute()
}

/** The vendors that are on in a mall. */
export const vendorsOn = (db: Reader, mallId: string) =>
  db.selectFrom('gateway_account').select('gateway').where('mall_id', '=', mallId).where('is_on', '=', true).execute()

/** All secrets, for sealing them again. */
export const allSecrets = (db: Reader) => db.selectFrom('gateway_secret').select(['id', 'mall_id', 'gateway', 'field', 'sealed']).execute()

/** Seals a secret again, unless another node was faster. */
export const reseal = (tx: Tx, id: string, before: string, sealed: string) =>
  tx.updateTable('gateway_secret').set({ sealed }).where('id', '=', id).where('sealed', '=', before).execute()

/** Deletes secrets that were replaced before this moment. */
export const deleteReplaced = (tx: Tx, before: Date) => tx.deleteFrom('gateway_secret').where('replaced_at', '<', before).execute()
