import { SECOND } from '#contract/base/time.ts'
import { counterSession, listTickets, pauseShop, readDeskState } from '#contract/desk/calls.ts'
import {
  arriveTicket,
  callTicket,
  completeTicket,
  extendCountdown,
  noShowTicket,
  recallTicket,
  undoAction,
} from '#contract/desk/ticket-calls.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import type { StaffTicketWire } from '#contract/queue/shapes.ts'
import type { Credentials } from '#tests/support/calls/client.ts'
import type { Chance } from './chance.ts'
import type { Shop } from './mall.ts'
import { openScreen, type Play } from './play.ts'

/** Shares of the people whom staff call. */
const CALLS_BY_MISTAKE = 0.03
const SKIPS_ARRIVAL = 0.2
const GIVES_MORE_TIME = 0.1
const RECALLS = 0.1
const GIVES_UP = 0.5
/** The chance that a counter without work pauses its shop, each time that it looks. */
const PAUSES = 0.001

/** Another device, or the shopper, may have changed the ticket since the table was read. */
const raced = ['wrong_state', 'counter_busy', 'ticket_not_found'] as const

/** A person of staff at a counter with a device: keeps the table open, calls the next person, serves, and takes cash. */
export async function workAtCounter(play: Play, shop: Shop, counterId: string, who: Credentials, chance: Chance): Promise<void> {
  const { book, wait } = play
  const table = new Map<string, StaffTicketWire>()
  await book.ask(readDeskState, { id: shop.id }, who)
  await book.ask(counterSession, { id: counterId, body: { open: true } }, who)
  for (const row of (await book.ask(listTickets, { id: shop.id }, who))?.body ?? []) table.set(row._id, row)
  const screen = await openScreen(
    play,
    'watch of a desk',
    who,
    { shopId: shop.id, staff: true },
    {
      snapshot({ tickets }) {
        table.clear()
        for (const row of tickets ?? []) table.set(row._id, row)
      },
      staff({ ticket, gone }) {
        if (gone) table.delete(ticket._id)
        else table.set(ticket._id, ticket)
      },
      // A failure is in the book already.
      desk: () => void book.ask(readDeskState, { id: shop.id }, who).catch(() => {}),
    },
  )
  try {
    for (;;) {
      await takeCash(play, table, who)
      const next = nextOf(shop, table)
      if (next) await serve(play, shop, { ticketId: next, counterId, table, who, chance })
      else if (chance.happens(PAUSES)) await takeBreak(play, shop, who)
      await wait(chance.between(2, 5) * SECOND)
    }
  } finally {
    screen.close()
  }
}

/** Someone who was missed and has come after all, or the waiting person with the lowest number. */
function nextOf(shop: Shop, table: ReadonlyMap<string, StaffTicketWire>): string | undefined {
  for (const id of shop.late) if (table.get(id)?.state === 'missed') return id
  let next: StaffTicketWire | undefined
  for (const row of table.values()) if (row.state === 'waiting' && (row.token ?? 0) < (next?.token ?? Number.POSITIVE_INFINITY)) next = row
  return next?._id
}

async function takeCash({ book, wait }: Play, table: ReadonlyMap<string, StaffTicketWire>, who: Credentials): Promise<void> {
  const owing = [...table.values()].find(({ state, cashPaymentId }) => state === 'pending_payment' && cashPaymentId !== null)
  if (!owing?.cashPaymentId) return
  await wait(10 * SECOND)
  await book.ask(confirmPayment, { id: owing.cashPaymentId }, who)
}

interface Matter {
  ticketId: string
  counterId: string
  table: ReadonlyMap<string, StaffTicketWire>
  who: Credentials
  chance: Chance
}

async function serve(play: Play, shop: Shop, matter: Matter): Promise<void> {
  const { book, wait } = play
  const { ticketId: id, counterId, who, chance } = matter
  play.calledAt.set(id, performance.now())
  const called = await book.ask(callTicket, { id, body: { counterId } }, who, raced)
  if (!called || called.body.alreadyDone) return
  if (chance.happens(CALLS_BY_MISTAKE)) {
    await wait(3 * SECOND)
    return void (await book.ask(undoAction, { id }, who, ['wrong_state', 'nothing_to_undo']))
  }
  if (!(await comes(play, shop, matter))) return
  if (!chance.happens(SKIPS_ARRIVAL)) await book.ask(arriveTicket, { id, body: { counterId } }, who, raced)
  await wait(chance.around(shop.serviceMs))
  await book.ask(completeTicket, { id }, who, raced)
}

/** Returns false if the called person did not come. */
async function comes({ book, wait }: Play, shop: Shop, { ticketId: id, table, who, chance }: Matter): Promise<boolean> {
  const extendsAt = chance.happens(GIVES_MORE_TIME) ? 60 : Number.POSITIVE_INFINITY
  const recallsAt = chance.happens(RECALLS) ? 100 : Number.POSITIVE_INFINITY
  const givesUpAt = chance.happens(GIVES_UP) ? 160 : Number.POSITIVE_INFINITY
  let [hasExtended, hasRecalled] = [false, false]
  for (let waited = 0; ; waited += 2) {
    if (shop.present.has(id)) return true
    if (table.get(id)?.state !== 'called' && waited > 20) return false
    if (!hasExtended && waited >= extendsAt) {
      hasExtended = true
      await book.ask(extendCountdown, { id, body: { minutes: 1 } }, who, raced)
    }
    if (!hasRecalled && waited >= recallsAt) {
      hasRecalled = true
      await book.ask(recallTicket, { id }, who, raced)
    }
    if (waited >= givesUpAt) {
      await book.ask(noShowTicket, { id }, who, raced)
      return false
    }
    await wait(2 * SECOND)
  }
}

async function takeBreak({ book, wait }: Play, shop: Shop, who: Credentials): Promise<void> {
  await book.ask(pauseShop, { id: shop.id, body: { reason: 'break' } }, who)
  await wait(120 * SECOND)
  await book.ask(pauseShop, { id: shop.id, body: { resume: true } }, who)
}
