import { readStorefront } from '../../../contract/storefront.wire.ts'
import type { Digest } from '../../../contract/waiting.ts'
import { noteServerTime } from '../../live/server-clock.ts'
import { call } from '../../session/account-call.ts'

/** What the board shows of a shop. */
export interface BoardState {
  name: string
  mall: string
  timeZone: string
  queue: Digest
}

/** The shop's name and its queue in numbers; refused with `shop_not_found` or `is_a_mall`. */
export function readBoard(shopId: string, signal: AbortSignal): Promise<BoardState> {
  return call('GET', `/api/storefront/${encodeURIComponent(shopId)}`, {
    signal,
    decode: (wire) => {
      const { shop, queue } = readStorefront.answer.parse(wire)
      noteServerTime(queue.serverTime)
      return { name: shop.name, mall: shop.mallTitle, timeZone: shop.timeZone, queue }
    },
  })
}
