import type { Locale } from '#contract/base/locale.ts'
import type { VendorCheckout } from '#web/data/shopper/payments.ts'
import { mustLeavePage } from './in-app.ts'

/** What the browser heard of a vendor's page. Only the server knows whether there is money: each of these is a reason to ask it. */
export type Heard =
  /** The vendor's page says that the shopper has paid; `claim` is what it signed. */
  | { kind: 'paid'; claim: Readonly<Record<string, string>> }
  /** The shopper closed it. `failure` is the vendor's reason for the last try that failed; null if none did. */
  | { kind: 'closed'; failure: string | null }
  /** The browser leaves for the vendor's page, and comes back by an address of ours. */
  | { kind: 'away' }

/** Thrown if the vendor's script did not arrive, or does not work. Nothing was charged. */
export class ScriptMissing extends Error {}

interface RazorpayPage {
  open: () => void
  on: (name: 'payment.failed', listener: (told: { error?: { reason?: string | null } }) => void) => void
}
interface CashfreePage {
  checkout: (asked: object) => Promise<{ error?: unknown; redirect?: boolean; paymentDetails?: unknown }>
}
interface VendorScripts {
  Razorpay?: new (options: object) => RazorpayPage
  Cashfree?: (options: { mode: 'production' | 'sandbox' }) => CashfreePage
}

/** A script that takes longer than this has not arrived, in ms. */
const SCRIPT_MS = 20_000

/** Resolves when the vendor's page ends. Rejects with `ScriptMissing`. */
export async function openCheckout(paymentId: string, checkout: VendorCheckout, locale: Locale): Promise<Heard> {
  const scripts = window as VendorScripts
  if (checkout.gateway === 'razorpay') {
    if (!scripts.Razorpay) await loadScript(checkout.scriptUrl)
    if (!scripts.Razorpay) throw new ScriptMissing(checkout.scriptUrl)
    return openRazorpay(scripts.Razorpay, paymentId, checkout, locale)
  }
  if (!scripts.Cashfree) await loadScript(checkout.scriptUrl)
  if (!scripts.Cashfree) throw new ScriptMissing(checkout.scriptUrl)
  const page = scripts.Cashfree({ mode: checkout.live ? 'production' : 'sandbox' })
  const redirectTarget = mustLeavePage(navigator.userAgent) ? '_self' : '_modal'
  const told = await page.checkout({ paymentSessionId: checkout.paymentSessionId, redirectTarget, returnUrl: location.href })
  if (told.redirect) return { kind: 'away' }
  // Its error does not tell a closed page from a payment that failed.
  return told.paymentDetails ? { kind: 'paid', claim: {} } : { kind: 'closed', failure: null }
}

function openRazorpay(
  Razorpay: NonNullable<VendorScripts['Razorpay']>,
  paymentId: string,
  checkout: Extract<VendorCheckout, { gateway: 'razorpay' }>,
  language: Locale,
): Promise<Heard> {
  const { keyId, orderId, amountPaise, currency, name, description, prefill, timeoutSeconds } = checkout
  const leaves = mustLeavePage(navigator.userAgent)
  return new Promise((resolve) => {
    let failure: string | null = null
    const page = new Razorpay({
      ...{ key: keyId, order_id: orderId, amount: amountPaise, currency, description, prefill, timeout: timeoutSeconds },
      // It must begin with a letter or a digit.
      name: name.replace(/^[^\p{L}\d]+/u, '') || 'Red Carpet',
      // Typed UPI addresses have ended in India; a shopper chooses an app or scans a code.
      config: { display: { language, hide: [{ method: 'upi', flows: ['collect'] }] } },
      theme: { color: '#8c1b2e' },
      ...(leaves && { callback_url: `${location.origin}/api/payments/${encodeURIComponent(paymentId)}/return`, redirect: true }),
      handler: (claim: Readonly<Record<string, string>>) => resolve({ kind: 'paid', claim }),
      modal: { ondismiss: () => resolve({ kind: 'closed', failure }) },
    })
    // The page stays open for another try.
    page.on('payment.failed', ({ error }) => {
      failure = error?.reason || 'unknown'
    })
    page.open()
    if (leaves) resolve({ kind: 'away' })
  })
}

/** Only the policy of this page allows the address. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new ScriptMissing(url))
    }
    const late = setTimeout(fail, SCRIPT_MS)
    script.onerror = () => {
      clearTimeout(late)
      fail()
    }
    script.onload = () => {
      clearTimeout(late)
      resolve()
    }
    script.src = url
    document.head.append(script)
  })
}
