import type { APIRequestContext } from '@playwright/test'
import { addShop } from '#contract/office/form-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { changeGateway } from '#contract/payments/gateway-calls.ts'
import { login, signUp } from '#contract/sign-in/calls.ts'
import { test as base } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { portOf } from '#tests/support/browser/browser-server.ts'
import { newEmail, newName } from '#tests/support/people/places.ts'
import { type Cashfree, openCashfree } from '#tests/support/vendors/cashfree.ts'
import { type CheckoutPages, openCheckoutPages } from '#tests/support/vendors/checkout-pages.ts'
import { openRazorpay, type Razorpay } from '#tests/support/vendors/razorpay.ts'

export interface JourneyVendors {
  razorpay: Razorpay
  cashfree: Cashfree
  checkout: CheckoutPages
}

/** The vendors listen at the addresses that the server of this place knows. */
export const test = base.extend<object, { vendors: JourneyVendors }>({
  vendors: [
    async ({ browser: _ }, use, { parallelIndex }) => {
      const port = (vendor: 'razorpay' | 'cashfree' | 'checkout') => portOf(parallelIndex, vendor)
      const [razorpay, cashfree] = [await openRazorpay(port('razorpay')), await openCashfree(port('cashfree'))]
      const checkout = await openCheckoutPages({ razorpay, cashfree }, port('checkout'))
      await use({ razorpay, cashfree, checkout })
      await Promise.all([razorpay.close(), cashfree.close(), checkout.close()])
    },
    { scope: 'worker' },
  ],
})

const PASSWORD = 'a quiet evening'

/** A new mall with its owner, and one shop whose fee is ₹138. */
export interface NewMall {
  mallId: string
  shopId: string
  shopName: string
  email: string
  password: string
  token: string
}

export async function newMall(request: APIRequestContext): Promise<NewMall> {
  const email = newEmail()
  await askFrom(request, signUp, { body: { name: 'Meera Iyer', email, password: PASSWORD, role: 'owner' } })
  const { token, shopId: first } = await askFrom(request, login, { body: { email, password: PASSWORD } })
  const mallId = first ?? ''
  const name = newName('Tea Room')
  const shop = { name, description: 'Tea', image: '', link: '', email: newEmail(), role: 'shop' as const }
  const form = { ...shop, password: PASSWORD, shopconpassword: PASSWORD }
  const { _id: shopId } = await askFrom(request, addShop, { id: mallId, body: form }, token)
  await askFrom(request, changeSettings, { id: shopId, body: { baseFeePaise: 12_000, extraPaise: 1800 } }, token)
  return { mallId, shopId, shopName: name, email, password: PASSWORD, token }
}

/** Enters the keys of a vendor and switches it on, as the mall's owner does. */
export const takesMoneyThrough = async (
  request: APIRequestContext,
  { mallId, token }: NewMall,
  name: 'razorpay' | 'cashfree',
  vendors: JourneyVendors,
) => askFrom(request, changeGateway, { id: mallId, body: { name, on: true, ...vendors[name].keys } }, token)
