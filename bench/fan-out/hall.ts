/** A shop of the hall. Each of its phones watches for a separate waiting ticket. */
export interface HallShop {
  id: string
  phones: number
}

/** The busiest shop; the others have at most a hundred people each. */
export const LARGE_SHOP = 'large'
const SMALL_SHOP_PHONES = 100

/** A fifth of the phones is at the large shop, the others are at small ones. */
export function hallOf(phones: number): HallShop[] {
  const large = Math.round(phones / 5)
  const others = phones - large
  const small = Array.from({ length: Math.ceil(others / SMALL_SHOP_PHONES) }, (_, i) => ({
    id: `small-${i + 1}`,
    phones: Math.min(SMALL_SHOP_PHONES, others - i * SMALL_SHOP_PHONES),
  }))
  return [{ id: LARGE_SHOP, phones: large }, ...small]
}

export const ticketOf = (shopId: string, number: number): string => `${shopId}-ticket-${number}`

/** The secret in the shopper's cookie; it is as long as a real one. */
export const secretOf = (ticketId: string): string => `secret-of-${ticketId}`.padEnd(43, '-')
