import { type Kysely, sql } from 'kysely'
import { MALL } from '#bench/captures/owing.ts'
import type { Tables } from '#server/db/tables.ts'
import { openVault } from '#server/kit/hash.ts'
import { contextOf } from '#server/payments/accounts/rules.ts'

/** This key opens the secrets that we seal. */
export const SECRET_KEY = 'a key for benchmarks, not for anybody else'
export const WEBHOOK_SECRET = 'the webhook secret of the benchmark'

export const KEY_SECRET = 'the secret of the key'

export async function addAccount(db: Kysely<Tables>): Promise<void> {
  const { envelope } = openVault(SECRET_KEY, null)
  await sql`insert into gateway_account (mall_id, gateway, is_on, key_id, changed_at)
    values (${MALL}, 'razorpay', true, 'rzp_test_bench', now())`.execute(db)
  const secrets = { key: KEY_SECRET, webhook: WEBHOOK_SECRET }
  for (const field of ['key', 'webhook'] as const) {
    const sealed = envelope.seal(contextOf(MALL, 'razorpay', field), secrets[field])
    await sql`insert into gateway_secret (id, mall_id, gateway, field, sealed, made_at)
      values (${`bench-${field}`}, ${MALL}, 'razorpay', ${field}, ${sealed}, now())`.execute(db)
  }
}
