import { Refusal } from '#contract/base/errors.ts'
import { MINUTE } from '#contract/base/time.ts'
import { KEPT_MINUTES } from '#contract/slots/slots.ts'
import { notice, type Receiver, type Recipient } from '#server/messages/notice.ts'
import { momentOf } from '#server/messages/words.ts'
import { type Shop, shopsOnRecord } from '#server/shops/service.ts'

interface Waiter extends Recipient {
  shop: Shop
}

const waiter: Receiver<'slot.space', Waiter> = {
  async find(_deps, tx, events) {
    const shops = await shopsOnRecord(tx, [...new Set(events.map(({ shopId }) => shopId))])
    return new Map(
      events.map((event) => {
        const shop = shops.get(event.shopId)
        if (!shop) throw new Refusal('shop_not_found')
        return [event, { address: event.mobile, locale: event.locale, ticket: null, sealed: null, shop }]
      }),
    )
  },
}

export const space = notice({
  kind: 'space',
  causes: ['slot.space'],
  to: 'phone',
  receiver: waiter,
  variables: ({ shop, locale }, { startsAt }) => ({ shop: shop.name, time: momentOf(startsAt, locale, shop.mall.timeZone) }),
  timeToLive: KEPT_MINUTES * MINUTE,
  slots: 10,
  channels: ['sms', 'screen'],
  text: 'space',
  sms: { template: 'space', values: ['shop', 'time'] },
})
