import { DAY, HOUR } from '#contract/base/time.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { chooseSlot } from '#contract/queue/calls.ts'
import { readSlots } from '#contract/slots/calls.ts'
import type { SlotSettings } from '#contract/slots/slots.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { ask, type BodyOf, clientOf, done } from '#tests/support/calls/client.ts'
import { join, ownerOf, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { freshShop } from '#tests/support/people/place-rows.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/** Slots of a quarter of an hour for two people each, today and the next seven days. */
export const QUARTERS: SlotSettings = { minutes: 15, capacity: 2, daysAhead: 7, moveUntilMinutes: 15 }

/** No other test uses this shop of the demo mall. It offers slots from ten to ten, unless `set` says otherwise. */
export async function slotShop(app: TestApp, set: BodyOf<typeof changeSettings> = {}): Promise<string> {
  const { id } = await freshShop(app)
  await settle(app, id, {
    baseFeePaise: 12_000,
    openingHours: Array.from({ length: 7 }, () => [['10:00', '22:00']]),
    slots: QUARTERS,
    ...set,
  })
  return id
}

export async function settle(app: TestApp, id: string, body: BodyOf<typeof changeSettings>): Promise<void> {
  await ask(app.address, changeSettings, { id, body }, await ownerOf(app.address))
}

/** `day` is today if absent. */
export const slotsOf = async (app: TestApp, id: string, day?: string) =>
  (await ask(app.address, readSlots, { id, query: day === undefined ? {} : { day } })).body

/** The nth slot that can still be booked. */
export async function nthSlot(app: TestApp, id: string, n: number, day?: string) {
  const slot = (await slotsOf(app, id, day)).slots.filter(({ state }) => state === 'open')[n]
  if (!slot) throw new Error('there is no such slot')
  return slot
}

/** A shopper with a ticket at this shop that is not paid yet. */
export async function joiner(app: TestApp, shopId: string): Promise<Shopper & { ticketId: string }> {
  const shopper = await verifiedShopper(app.address)
  return { ...shopper, ticketId: await join(app.address, shopper, shopId) }
}

export async function booker(app: TestApp, shopId: string, slotId: string) {
  const shopper = await joiner(app, shopId)
  const { body: ordered } = await ask(app.address, createPayment, { body: { ticketId: shopper.ticketId, slotId } }, shopper)
  const { body } = await ask(app.address, confirmPayment, { id: ordered.payment.id }, shopper)
  return { ...shopper, paymentId: ordered.payment.id, number: body.token, receiptId: body.receiptId }
}

interface Holder {
  ticketId: string
  cookie: string
}

/** The steps that stories of slots share. The demo mall is in India. */
export function slotSteps(app: () => TestApp) {
  const as = clientOf(() => app().address)
  const dateAt = (instant: number) => new Date(instant + 5.5 * HOUR).toISOString().slice(0, 10)
  return {
    async later(ms: number): Promise<void> {
      app().clock.advance(ms)
      await app().running.tick()
    },
    /** The date in some days. */
    dayIn: (days: number): string => dateAt(app().clock.now().getTime() + days * DAY),
    passOf: async (who: Holder) => (await done(as(who, readPass, { id: who.ticketId }))).body,
    choose: (who: Holder, slotId: string | null) => as(who, chooseSlot, { id: who.ticketId, body: { slotId } }),
    async leftOf(shop: string, { id, startsAt }: { id: string; startsAt: string }): Promise<number | undefined> {
      const { slots } = await slotsOf(app(), shop, dateAt(Date.parse(startsAt)))
      return slots.find((slot) => slot.id === id)?.left
    },
  }
}
