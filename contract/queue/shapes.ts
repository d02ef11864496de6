import { z } from 'zod'
import { count, epochMs, instant, paise } from '#contract/base/envelope.ts'
import { slotDecoded, slotOfTicket } from '#contract/slots/shapes.ts'
import { LONGEST_PROMISE_MINUTES, pauseReasons, promiseStates, ticketStates, undoableActions } from './queue.ts'

export const ticketState = z.enum(ticketStates)
export const lane = z.enum(['priority', 'regular'])

/** "Called within `minutes` minutes, or the fee is refunded automatically". */
export const servicePromise = z.object({ minutes: z.int().min(1).max(LONGEST_PROMISE_MINUTES), refund: z.literal(true) })
export const promiseState = z.enum(promiseStates)

const at = { joinedAt: instant.nullable(), calledAt: instant.nullable(), slot: slotOfTicket }
/** The same on our side of a codec: already decoded. */
const atDate = { joinedAt: z.date().nullable(), calledAt: z.date().nullable(), slot: slotDecoded }
/** People who wait are served in this order; at the same moment, by their numbers. Null before the ticket joins. */
const line = { serveAt: instant.nullable() }
const lineDate = { serveAt: z.date().nullable() }

/** Fields with another name on the wire. */
const wireNames = { _id: z.string(), shopid: z.string(), token: count.nullable() }
const ourNames = { id: z.string(), shopId: z.string(), number: count.nullable() }
type WireNamed = z.output<z.ZodObject<typeof wireNames>>
type OurNamed = z.output<z.ZodObject<typeof ourNames>>
const renaming = {
  decode: <T extends WireNamed>({ _id, shopid, token, ...more }: T) => ({ id: _id, shopId: shopid, number: token, ...more }),
  encode: <T extends OurNamed>({ id, shopId, number, ...more }: T) => ({ _id: id, shopid: shopId, token: number, ...more }),
}

/** The rest of the specification's customer information record. */
const record = {
  name: z.string(),
  mobile: z.string(),
  email: z.string(),
  clicked: z.boolean(),
  state: ticketState,
}

const forDesk = {
  lane,
  /** Counts the changes of this ticket: a screen keeps the state with the higher number. */
  version: count,
  /** The name of the counter to which it was called or where it is served. */
  counter: z.string().nullable(),
  counterId: z.string().nullable(),
  /** The countdown of its call. It can be over, because a called ticket is missed only after the grace time. */
  startTime: epochMs.nullable(),
  duration: count.nullable(),
  /** When it becomes missed automatically; null unless it is called. */
  missedAt: epochMs.nullable(),
  /** 0 unless the ticket is called. */
  recallsLeft: count,
  /** The payment to confirm when the cash is taken. */
  cashPaymentId: z.string().nullable(),
  dueAmountPaise: paise.nullable(),
  promise: z.object({ until: epochMs, state: promiseState }).nullable(),
  notice: z.enum(['queued', 'sent', 'delivered', 'failed']).nullable(),
  /** Called while another person was first in line. */
  outOfTurn: z.boolean(),
  /** What an undo would take back now. */
  undoable: z.enum(undoableActions).nullable(),
}

export const ticket = z.codec(
  z.object({ ...wireNames, ...record, ...forDesk, ...at, ...line }),
  z.object({ ...ourNames, ...record, ...forDesk, ...atDate, ...lineDate }),
  renaming,
)
/** In our words. */
export type StaffTicket = z.output<typeof ticket>
/** The same on the wire. */
export type StaffTicketWire = z.input<typeof ticket>

/** What the shopper sees on joining. */
export const ownTicket = z.codec(z.object({ ...wireNames, ...record, ...at }), z.object({ ...ourNames, ...record, ...atDate }), renaming)

/** `Paused` of `queue.ts` on the wire. */
export const paused = z.object({ reason: z.enum([...pauseReasons, 'counters_closed']), until: z.iso.datetime().nullable() })

/** `Digest` of `waiting.ts` on the wire. */
export const digest = z.object({
  shopId: z.string(),
  seq: count,
  waiting: count,
  order: z.array(z.union([count, z.tuple([count, count])])),
  landmarks: z.partialRecord(lane, z.array(z.tuple([count, count]))).optional(),
  nowServing: z.array(z.object({ number: count, counter: z.string().nullable(), serving: z.literal(true).optional() })),
  minutesPerTicket: z.number(),
  openCounters: count,
  paused: paused.nullable(),
  serverTime: epochMs,
})
