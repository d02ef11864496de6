import { listMalls, readMall } from '../../../contract/malls.wire.ts'
import { readStorefront } from '../../../contract/storefront.wire.ts'
import { noteServerTime } from '../../live/server-clock.ts'
import { call } from '../../session/account-call.ts'

export type Mall = Awaited<ReturnType<typeof readMallOf>>

/** All malls with their shops. */
export const readMalls = (signal: AbortSignal): Promise<Mall[]> =>
  call('GET', '/api/shops', { signal, decode: (wire) => listMalls.answer.parse(wire) })

/** One mall with its shops; refused with `mall_not_found` or `is_a_shop`. */
export function readMallOf(mallId: string, signal: AbortSignal) {
  return call('GET', `/api/shops/${encodeURIComponent(mallId)}`, { signal, decode: (wire) => readMall.answer.parse(wire) })
}

/** What anyone may know of a shop: its name, lanes, live queue. Refused with `shop_not_found` or `is_a_mall`. */
export function readShop(shopId: string, signal: AbortSignal) {
  return call('GET', `/api/storefront/${encodeURIComponent(shopId)}`, {
    signal,
    decode: (wire) => {
      const shop = readStorefront.answer.parse(wire)
      noteServerTime(shop.queue.serverTime)
      return shop
    },
  })
}
