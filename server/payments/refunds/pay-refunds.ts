import { SECOND } from '#contract/base/time.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { every } from '#server/kit/clock.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { isDisputed } from '#server/payments/disputes/store.ts'
import { type Gateway, type RefundResult, VendorBusy } from '#server/payments/gateway.ts'
import { announceToCollect, settleRefund } from './refunds.ts'
import { isGivenUp, pauseAfter } from './rules.ts'
import * as store from './store.ts'

/** A slow vendor delays a few refunds, not all. */
const ABREAST = 4
/** How often a lease is renewed while we wait for the vendor. It ends after three missed renewals (`LEASE_SECONDS` in the store). */
const RENEW_MS = 5000
/** How long we wait for the vendor's answer. A gateway gives up earlier (`Gateway.refund`). */
const ANSWER_MS = 60_000

/**
 * Cash waits for staff. A refund that failed or is pending is asked for again after 20 s, 40 s and so on, up to an hour. One that its vendor
 * still refuses after a day waits for staff, too, unless a bank asks for the money: the shopper would get it twice. If a vendor takes no
 * more calls, the other refunds of the mall there wait, too.
 *
 * Each refund is claimed separately, right before the vendor is asked, and the claim is renewed until the vendor has answered. So two nodes
 * never ask for the same refund at the same time.
 */
export async function payRefunds(deps: Deps): Promise<void> {
  const automatic = [...deps.gateways.values()].filter((gateway) => gateway.confirmedBy === 'shopper').map(({ name }) => name)
  const lane = async () => {
    for (;;) {
      const claim = await transaction(deps.db, (tx) => store.claimRefund(tx, automatic, deps.clock.now()))
      if (!claim) return
      await payRefund(deps, claim)
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: ABREAST }, lane))
  const failed = lanes.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function payRefund(deps: Deps, claim: store.RefundClaim): Promise<void> {
  const gateway = deps.gateways.get(claim.payment.gateway)
  // If the node was suspended between the claim and this line, it may have lost the claim.
  if (!gateway || !(await renew(deps, claim))) return
  const failed = (error: unknown) => deps.log.error({ err: error, gateway: gateway.name }, 'a refund failed, trying again later')
  const stopRenewing = every(RENEW_MS, () => renew(deps, claim), failed)
  const result = await refundAt(deps, gateway, claim)
    .catch((error) => {
      if (!(error instanceof VendorBusy)) return void failed(error)
      deps.log.warn({ err: error, gateway: gateway.name }, 'a vendor takes no more refunds for a moment')
      return error
    })
    .finally(stopRenewing)
  if (result && 'reason' in result) failed(new Error(`${result.state}: ${result.reason}`))
  await transaction(deps.db, async (tx) => {
    if (result instanceof VendorBusy) {
      const now = deps.clock.now()
      return store.putOffAll(tx, claim, { now, until: new Date(now.getTime() + result.retryAfterSeconds * SECOND) })
    }
    if (result?.state === 'processed') return settleRefund(tx, claim.refund.id, result, deps.clock.now())
    const until = new Date(claim.at.getTime() + pauseAfter(claim.refund.tries) * 1000)
    const isForHand = result !== undefined && isGivenUp(result, claim.refund, claim.at) && !(await isDisputed(tx, claim.payment.id))
    const state = isForHand ? ('by_hand' as const) : result?.state
    const answer = result && state ? { ...result, state, trouble: 'reason' in result ? result.reason : null } : null
    const isPutOff = await store.putOffRefund(tx, claim, { until, answer })
    if (isPutOff && state === 'by_hand') announceToCollect(tx, deps.clock.now(), claim.payment, claim.refund)
  })
}

const renew = (deps: Deps, claim: store.RefundClaim): Promise<boolean> =>
  transaction(deps.db, (tx) => store.renewRefund(tx, claim, deps.clock.now()))

/** Throws if the answer does not come in time. A pending refund is only asked about. */
async function refundAt(
  deps: Deps,
  gateway: Gateway,
  { refund: { id, amountPaise, state, createdAt }, payment, at }: store.RefundClaim,
): Promise<RefundResult> {
  const credentials = await credentialsFor(deps, gateway, payment.mallId)
  const refund = { id, order: payment, amountPaise }
  const ask = async () => {
    const known = state === 'pending' && gateway.fetchRefund ? await gateway.fetchRefund(refund, credentials) : null
    if (!known || known.state === 'unknown') return gateway.refund(refund, credentials)
    return known.state !== 'failed' || isGivenUp(known, { createdAt }, at) ? known : gateway.refund(refund, credentials)
  }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`the gateway did not answer for ${ANSWER_MS} ms`)), ANSWER_MS)
  return Promise.race([ask(), late.promise]).finally(() => clearTimeout(timer))
}
