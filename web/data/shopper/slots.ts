import type * as queueCalls from '#contract/queue/calls.ts'
import type * as slotCalls from '#contract/slots/calls.ts'
import type { SlotWire } from '#contract/slots/shapes.ts'
import type * as storefrontCalls from '#contract/storefront/calls.ts'
import { addressOf, askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

/** The slots of a service day (`YYYY-MM-DD`), and the days that can be booked. */
export interface DayOfSlots {
  day: string
  slots: SlotWire[]
  days: { day: string; isOpen: boolean }[]
}

/** A null day is today. */
export async function readSlots(shopId: string, day: string | null): Promise<DayOfSlots> {
  return ask<typeof slotCalls.readSlots>('GET /api/slots/:id', { params: { id: shopId }, query: day === null ? {} : { day } })
}

/** Holds a slot for a ticket that is not paid yet, or moves a booking; null gives the place back. Safe to repeat. */
export async function chooseSlot(ticketId: string, slotId: string | null): Promise<void> {
  await ask<typeof queueCalls.chooseSlot>('POST /api/tickets/:id/slot', { params: { id: ticketId }, body: { slotId } })
}

/** Asks for a message when a full slot has space again. Rejects with `slot_open` if it has space now. */
export async function joinWaitlist(shopId: string, slotId: string): Promise<void> {
  await ask<typeof slotCalls.joinWaitlist>('POST /api/waitlist', { body: { shopId, slotId } })
}

const calendar: (typeof storefrontCalls.readCalendar)['name'] = 'GET /api/tickets/:id/calendar'

/** The address of the booked time as a file, which the phone offers to put into its calendar. */
export const calendarAddress = (ticketId: string): string => addressOf(calendar.replace('GET ', ''), { id: ticketId })
