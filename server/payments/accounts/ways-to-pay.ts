import { type GatewayName, vendorNames } from '#contract/payments/payments.ts'
import type { Reader } from '#server/db/transaction.ts'
import type { Gateways } from '#server/payments/gateway.ts'
import { vendorsOn } from './store.ts'

/**
 * The default first: the vendors that the mall has switched on, then the ways that need no account. A server without vendors reads nothing.
 */
export async function waysToPay(db: Reader, gateways: Gateways, mallId: string): Promise<GatewayName[]> {
  const own = [...gateways.values()].filter(({ needsCredentials }) => !needsCredentials).map(({ name }) => name)
  if (own.length === gateways.size) return own
  const on = new Set((await vendorsOn(db, mallId)).map(({ gateway }) => gateway))
  return [...vendorNames.filter((name) => on.has(name) && gateways.has(name)), ...own]
}
