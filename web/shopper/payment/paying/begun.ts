/** What this phone remembers of a payment that was begun at a vendor, for all tabs. It is a hint: only the server knows what was paid. */

const KEY = 'paying'

/** True if the vendor's page was opened for this payment on this phone, and we have not heard how that ended. */
export function isBegun(paymentId: string): boolean {
  try {
    return localStorage.getItem(KEY) === paymentId
  } catch {
    return false
  }
}

/** Null forgets the payment. */
export function rememberBegun(paymentId: string | null): void {
  try {
    if (paymentId === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, paymentId)
  } catch {
    // A phone that stores nothing asks the server only if the shopper presses again.
  }
}
