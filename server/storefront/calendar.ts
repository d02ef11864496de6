import { ICalAlarmType, ICalCalendar } from 'ical-generator'
import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { MINUTE, SECOND } from '#contract/base/time.ts'
import { paths } from '#contract/screens.ts'
import { REMIND_MINUTES } from '#contract/slots/slots.ts'
import { together } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { ticketFor } from '#server/queue/read-queue.ts'
import { slotOf } from '#server/queue/slot-rules.ts'
import { shopById } from '#server/shops/service.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import { sayInEach } from '#texts/speak.ts'

const says = await sayInEach<SlotTexts>((language) => import(`#texts/${language}/slots.ts`))

/**
 * A booking as calendars read it (RFC 5545). After a move it is the same event with its new time. Refuses with `ticket_not_found`, with
 * `wrong_state` if the ticket is not booked, and as `shopById` does.
 */
export const calendarOf = (deps: Deps, shopper: { mobile: string }, ticketId: string, locale: Locale): Promise<string> =>
  together(deps.db, async (db) => {
    const ticket = await ticketFor(db, { account: null, shopper }, ticketId)
    const slot = slotOf(ticket)
    if (ticket.state !== 'booked' || ticket.number === null || slot === null) throw new Refusal('wrong_state')
    const { name, slug, place, mall } = await shopById(db, ticket.shopId)
    const { origin, host } = deps.config.publicUrl
    const calendar = new ICalCalendar({ prodId: { company: 'Red Carpet', product: 'Slots', language: locale } })
    calendar.createEvent({
      id: `${ticket.id}@${host}`,
      sequence: ticket.version,
      stamp: deps.clock.now(),
      start: slot.startsAt,
      end: slot.endsAt,
      summary: says[locale]('calendarTitle', { shop: name }),
      description: says[locale]('calendarText', { number: ticket.number, shop: name, mall: mall.title }),
      location: [name, place, mall.title, mall.address].filter((part) => part !== '').join(', '),
      url: origin + paths.token(slug),
      alarms: [{ type: ICalAlarmType.display, trigger: (REMIND_MINUTES * MINUTE) / SECOND }],
    })
    return calendar.toString()
  })
