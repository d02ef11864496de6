import { SECOND } from '#contract/base/time.ts'
import type { Clock } from '#server/kit/clock.ts'
import { rateWindow } from '#server/kit/rate-window.ts'

/** The pause between two questions about one payment that people cause, and how many payments a node remembers for it. */
const [PAUSE_MS, MOST_KEYS] = [2 * SECOND, 10_000]

/**
 * Whether a vendor may be asked about a payment now, because of a person: each node asks at most once in two seconds, so that no one uses up
 * the calls of a mall. `news` is the vendor's id of a payment that it has signed: that is asked about at once.
 */
export type MayAskVendor = (paymentId: string, news?: string) => boolean

/** Makes the memory of the questions that people cause. */
export function vendorPause(clock: Clock): MayAskVendor {
  const asked = rateWindow(PAUSE_MS, MOST_KEYS, () => clock.now().getTime())
  return (paymentId, news) => asked.add(news === undefined ? paymentId : `${paymentId} ${news}`, 1).current === 1
}
