/** The text of a number with at most two decimals is exact, a product with 100 is not. */
export const rupeesOf = (paise: number): number => Number(`${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)

/** Reads the decimal text. Returns -1 for a number that is not an amount, so that it equals no amount. */
export function paiseOf(rupees: number): number {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(rupees)) ?? []
  return whole === undefined ? -1 : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
