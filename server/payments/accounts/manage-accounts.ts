import type { SignedIn } from '#contract/accounts/accounts.ts'
import { Refusal } from '#contract/base/errors.ts'
import type { GatewayAccount } from '#contract/payments/gateway-calls.ts'
import { type VendorName, vendorNames } from '#contract/payments/payments.ts'
import { recordChange } from '#server/audit/service.ts'
import { type Reader, together, transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { VendorBusy } from '#server/payments/gateway.ts'
import { mallForManager } from '#server/shops/service.ts'
import { contextOf, isComplete, isLive, type SecretField, signingField, validSince } from './rules.ts'
import * as store from './store.ts'

/** An absent field stays as it is. */
interface AccountEntered {
  name: VendorName
  on?: boolean | undefined
  keyId?: string | undefined
  keySecret?: string | undefined
  webhookSecret?: string | undefined
}

/** Never returns a secret. Refuses as `mallForManager` does. */
export const readAccounts = (deps: Deps, caller: SignedIn, mallId: string) =>
  together(deps.db, async (db) => listed(deps, db, (await mallForManager(db, caller, mallId)).id))

/**
 * Enters keys and switches the vendor on or off, in one transaction with the audit. Empty fields stay. Returns all vendors. Refuses as
 * `mallForManager` does, with `gateway_not_in_demo` if a demo would take real money, and with `gateway_test_key` if production would sell
 * for test money. Refuses with `gateway_incomplete` if it is switched on without its keys, or a new key comes without its secret.
 */
export const changeAccount = (deps: Deps, caller: SignedIn, mallId: string, entered: AccountEntered) =>
  transaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const mall = await mallForManager(tx, caller, mallId)
    const { name: gateway } = entered
    const before = await store.lockAccount(tx, mall.id, gateway, now)
    const after = { isOn: entered.on ?? before.isOn, keyId: entered.keyId || before.keyId }
    const secrets: [SecretField, string | undefined][] = [
      ['key', entered.keySecret],
      ['webhook', entered.webhookSecret],
    ]
    const given = secrets.flatMap(([field, text]) => (text ? [{ field, text }] : []))
    for (const { field, text } of given) {
      const sealed = deps.vault.envelope.seal(contextOf(mall.id, gateway, field), text)
      await store.addSecret(tx, { mallId: mall.id, gateway, field, sealed, now })
    }
    // A key with the secret of another one would fail at the vendor, and only when someone pays.
    if (before.keyId !== null && after.keyId !== before.keyId && !entered.keySecret) throw new Refusal('gateway_incomplete')
    if (after.isOn) {
      // In demo mode a vendor exists only if its address is on this machine.
      if (!deps.gateways.has(gateway)) throw new Refusal('gateway_not_in_demo')
      if (deps.config.mode === 'production' && after.keyId !== null && !isLive(gateway, after.keyId)) throw new Refusal('gateway_test_key')
      if (!isComplete(gateway, after.keyId, (await fieldsOf(tx, mall.id)).get(gateway) ?? new Set()))
        throw new Refusal('gateway_incomplete')
    }
    await store.changeAccount(tx, mall.id, gateway, after)
    const changes = {
      ...(after.isOn === before.isOn ? {} : { isOn: [before.isOn, after.isOn] }),
      ...(after.keyId === before.keyId ? {} : { keyId: [before.keyId, after.keyId] }),
    }
    const fields = given.map(({ field }) => (field === 'key' ? 'keySecret' : 'webhookSecret'))
    const detail = { name: gateway, fields: [...Object.keys(changes), ...fields], changes }
    await recordChange(tx, now, caller, { action: 'gateway.changed', mallId: mall.id, subject: mall.id, detail })
    return listed(deps, tx, mall.id)
  })

/**
 * Returns whether the vendor accepts the stored keys. Refuses as `mallForManager` does, with `gateway_not_in_demo`, with
 * `gateway_incomplete` if keys are missing, and with `gateway_unavailable` or `unavailable` if the vendor does not answer now.
 */
export async function testAccount(deps: Deps, caller: SignedIn, mallId: string, name: VendorName): Promise<boolean> {
  const mall = await together(deps.db, (db) => mallForManager(db, caller, mallId))
  const gateway = deps.gateways.get(name)
  if (!gateway?.acceptsKeys) throw new Refusal('gateway_not_in_demo')
  const account = await deps.vendorAccounts.open(name, mall.id)
  if (!account) throw new Refusal('gateway_incomplete')
  try {
    return await gateway.acceptsKeys(account.credentials)
  } catch (error) {
    deps.log.warn({ err: error, mall: mall.id, gateway: name }, 'a vendor did not say whether it accepts the keys of a mall')
    throw error instanceof VendorBusy
      ? new Refusal('unavailable', { retryAfterSeconds: error.retryAfterSeconds })
      : new Refusal('gateway_unavailable')
  }
}

async function listed({ config }: Deps, db: Reader, mallId: string): Promise<GatewayAccount[]> {
  const accounts = new Map((await store.accountsOf(db, mallId)).map((account) => [account.gateway, account]))
  const fields = await fieldsOf(db, mallId)
  return vendorNames.map((name) => {
    const account = accounts.get(name)
    const keyId = account?.keyId ?? null
    return {
      name,
      on: account?.isOn ?? false,
      keyId,
      hasSecret: fields.get(name)?.has('key') ?? false,
      hasWebhookSecret: fields.get(name)?.has(signingField(name)) ?? false,
      live: isLive(name, keyId),
      webhookUrl: `${config.publicUrl.origin}/api/webhooks/${name}/${encodeURIComponent(mallId)}`,
      lastWebhookAt: account?.lastWebhookAt ?? null,
    }
  })
}

async function fieldsOf(db: Reader, mallId: string): Promise<Map<VendorName, Set<SecretField>>> {
  const rows = Map.groupBy(await store.secretFieldsOf(db, mallId), ({ gateway }) => gateway)
  return new Map([...rows].map(([gateway, own]) => [gateway, new Set(own.map(({ field }) => field))]))
}

/**
 * Seals again, with the newest key, what an earlier key of this server sealed. After one run on any node, nothing needs the earlier key.
 */
export async function resealSecrets({ db, vault: { envelope }, log }: Deps): Promise<void> {
  const old = (await store.allSecrets(db)).filter(({ sealed }) => !envelope.isCurrent(sealed))
  for (const { id, mallId, gateway, field, sealed } of old) {
    const context = contextOf(mallId, gateway, field)
    const text = envelope.unseal(context, sealed)
    if (text === null) log.error({ mall: mallId, gateway, field }, 'no SECRET_KEY of this server opens a secret of a gateway')
    else await transaction(db, (tx) => store.reseal(tx, id, sealed, envelope.seal(context, text)))
  }
}

export const forgetReplacedSecrets = ({ db, clock }: Deps) => transaction(db, (tx) => store.deleteReplaced(tx, validSince(clock.now())))
