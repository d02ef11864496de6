import type { VendorName } from '#contract/payments/payments.ts'
import type { Reader, Tx } from '#server/db/transaction.ts'
import { newId } from '#server/kit/ids.ts'
import type { SecretField } from './rules.ts'

export const accountsOf = (db: Reader, mallId: string) =>
  db.selectFrom('gatewayAccount').select(['gateway', 'isOn', 'keyId', 'lastWebhookAt']).where('mallId', '=', mallId).execute()

export const secretFieldsOf = (db: Reader, mallId: string) =>
  db.selectFrom('gatewaySecret').select(['gateway', 'field']).where('mallId', '=', mallId).where('replacedAt', 'is', null).execute()

/** The newest first; also those that were replaced after `since`. Not for a tenant. */
export const sealedSecretsOf = (db: Reader, mallId: string, gateway: VendorName, since: Date) =>
  db
    .selectFrom('gatewayAccount as a')
    .leftJoin('gatewaySecret as s', (join) => join.onRef('s.mallId', '=', 'a.mallId').onRef('s.gateway', '=', 'a.gateway'))
    .select(['a.isOn', 'a.keyId', 's.field', 's.sealed', 's.replacedAt'])
    .where('a.mallId', '=', mallId)
    .where('a.gateway', '=', gateway)
    .where((eb) => eb.or([eb('s.replacedAt', 'is', null), eb('s.replacedAt', '>', since)]))
    .orderBy('s.madeAt', 'desc')
    .execute()

/** Adds an account that is off if there is none, and locks it until the transaction ends. */
export async function lockAccount(tx: Tx, mallId: string, gateway: VendorName, now: Date) {
  await tx
    .insertInto('gatewayAccount')
    .values({ mallId, gateway, isOn: false, keyId: null, changedAt: now })
    .onConflict((conflict) => conflict.columns(['mallId', 'gateway']).doUpdateSet({ changedAt: now }))
    .execute()
  return tx
    .selectFrom('gatewayAccount')
    .select(['isOn', 'keyId'])
    .where('mallId', '=', mallId)
    .where('gateway', '=', gateway)
    .executeTakeFirstOrThrow()
}

/** The caller has locked the account. */
export const changeAccount = (tx: Tx, mallId: string, gateway: VendorName, change: { isOn: boolean; keyId: string | null }) =>
  tx.updateTable('gatewayAccount').set(change).where('mallId', '=', mallId).where('gateway', '=', gateway).execute()

/** The caller has locked the account. The secret before is marked as replaced. */
export async function addSecret(
  tx: Tx,
  secret: { mallId: string; gateway: VendorName; field: SecretField; sealed: string; now: Date },
): Promise<void> {
  const { mallId, gateway, field, sealed, now } = secret
  await tx
    .updateTable('gatewaySecret')
    .set({ replacedAt: now })
    .where('mallId', '=', mallId)
    .where('gateway', '=', gateway)
    .where('field', '=', field)
    .where('replacedAt', 'is', null)
    .execute()
  await tx.insertInto('gatewaySecret').values({ id: newId(), mallId, gateway, field, sealed, madeAt: now }).execute()
}

export const vendorsOn = (db: Reader, mallId: string) =>
  db.selectFrom('gatewayAccount').select('gateway').where('mallId', '=', mallId).where('isOn', '=', true).execute()

export const allSecrets = (db: Reader) => db.selectFrom('gatewaySecret').select(['id', 'mallId', 'gateway', 'field', 'sealed']).execute()

/** Does nothing if another node was faster. */
export const reseal = (tx: Tx, id: string, before: string, sealed: string) =>
  tx.updateTable('gatewaySecret').set({ sealed }).where('id', '=', id).where('sealed', '=', before).execute()

export const deleteReplaced = (tx: Tx, before: Date) => tx.deleteFrom('gatewaySecret').where('replacedAt', '<', before).execute()
