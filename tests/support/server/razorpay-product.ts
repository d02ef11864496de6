import { changeGateway } from '#contract/payments/gateway-calls.ts'
import { ask } from '#tests/support/calls/client.ts'
import { insist } from '#tests/support/people/payers.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { MALL } from '#tests/support/people/vendor-payers.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'
import { openRazorpay, type Razorpay } from '#tests/support/vendors/razorpay.ts'

/** A product that can be killed, whose demo mall has an account at a Razorpay of this machine. */
export interface RazorpayProduct {
  product: Product
  razorpay: Razorpay
  cleanUp(): Promise<void>
}

export async function startRazorpayProduct(as: 'by hand' | 'to fail'): Promise<RazorpayProduct> {
  const razorpay = await openRazorpay()
  const product = await killableProduct({
    env: { RAZORPAY_API_URL: razorpay.url, SECRET_KEY: 'a key for tests, not for anybody else', LOG_LEVEL: 'silent' },
  })
  await product.start(as)
  const owner = await insist(() => ownerOf(product.address))
  await ask(product.address, changeGateway, { id: MALL, body: { name: 'razorpay', on: true, ...razorpay.keys } }, owner)
  return {
    product,
    razorpay,
    async cleanUp() {
      await product.cleanUp()
      await razorpay.close()
    },
  }
}
