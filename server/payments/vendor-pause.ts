import { SECOND } from '#contract/base/time.ts'
import type { Clock } from '#server/kit/clock.ts'
import { rateWindow } from '#server/kit/rate-window.ts'

/** The pause between two questions about one payment, and how many payments a node remembers. */
const [PAUSE_MS, MOST_KEYS] = [2 * SECOND, 10_000]

/**
 * For questions that people cause. Each node asks at most once in two seconds about a payment, so that no one uses up the calls of a mall.
 * `news` is the vendor's id of a payment that it has signed: that is asked about at once.
 */
export type MayAskVendor = (paymentId: string, news?: string) => boolean

export function vendorPause(clock: Clock): MayAskVendor {
  const asked = rateWindow(PAUSE_MS, MOST_KEYS, () => clock.now().getTime())
  return (paymentId, news) => asked.add(news === undefined ? paymentId : `${paymentId} ${news}`, 1).current === 1
}
