import { Refusal } from '#contract/base/errors.ts'
import { paths } from '#contract/screens.ts'
import type { Deps } from '#server/deps.ts'
import { credentialsFor } from '#server/payments/credentials.ts'
import { orderOf } from '#server/payments/orders/read-orders.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Takes the form with which a vendor sends the browser back. Returns the path of the token page, which leads on to the step where the
 * shopper is. The form is only a hint: if it is signed, the vendor is asked. Refuses with `payment_not_found`, and with `signature_wrong`
 * if it claims a payment without the vendor's signature.
 */
export async function returnFromVendor(deps: Deps, paymentId: string, form: Readonly<Record<string, unknown>>): Promise<string> {
  const order = await orderOf(deps.database, paymentId)
  const gateway = order && deps.gateways.get(order.payment.gateway)
  if (!order || !gateway?.needsCredentials) throw new Refusal('payment_not_found')
  const { payment } = order
  const page = paths.token(payment.shopId)
  // A failed try has no signature, and no effect. Cashfree sends no such form.
  if (gateway.name !== 'razorpay' || !Object.keys(form).some((field) => field.startsWith('razorpay_'))) return page
  const confirmation = await credentialsFor(deps, gateway, payment.mallId)
    .then((credentials) => gateway.confirm(payment, form, credentials))
    .catch((error) => {
      // The webhook or the next check tells.
      deps.log.error({ err: error, gateway: gateway.name }, 'the payment gateway did not respond')
      return { state: 'pending' as const }
    })
  if (confirmation.state === 'forged') throw new Refusal('signature_wrong')
  if (confirmation.state === 'captured')
    await settleOrder(deps, payment, { ...confirmation, amountPaise: payment.amountPaise }).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })
  return page
}
