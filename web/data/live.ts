import { readDeskState } from '#contract/desk/calls.ts'
import { readDisplay } from '#contract/displays/calls.ts'
import { listHandBacks } from '#contract/payments/calls.ts'
import { readCountdown } from '#contract/queue/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { keyOf, type Stale } from './query.ts'

const of = (shopId: string) => ({ params: { id: shopId } })

/** The calls that each event of the socket makes stale. What an event carries itself is put into the cache at once. */
export const staleAfter = {
  /** Its counters changed, or it was paused or resumed. */
  desk: (shopId: string): Stale[] => [keyOf(readDeskState, of(shopId))],
  /** A ticket has left the table: the customer may have cash to get back, or has just got it. */
  left: (shopId: string): Stale[] => [keyOf(listHandBacks, of(shopId))],
  /** Its display or its settings changed. */
  display: (shopId: string): Stale[] => [keyOf(readDisplay, of(shopId))],
  /** Its queue may have changed without an event that this screen has heard. */
  queue: (shopId: string): Stale[] => [keyOf(readStorefront, of(shopId))],
  /** A call began or ended. */
  countdown: (shopId: string): Stale[] => [keyOf(readCountdown, { query: { shopId } })],
}
