import { z } from 'zod'
import { count, epochMs, id, instant, paise, success } from './envelope.ts'
import { ticketStates } from './queue.ts'
import { email, mobile, personName } from './verification.wire.ts'

export const ticketState = z.enum(ticketStates)
export const lane = z.enum(['priority', 'regular'])

const at = { joinedAt: instant.nullable(), calledAt: instant.nullable() }
/** The same instants on our side of a codec, where they are decoded already. */
const atDate = { joinedAt: z.date().nullable(), calledAt: z.date().nullable() }

/** What has another name on the wire: there, here, and the way between. */
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
  /** Called or not, as the server knows it. */
  clicked: z.boolean(),
  state: ticketState,
}

/** What the desk needs beside it. */
const forDesk = {
  lane,
  /** Counts the changes of this ticket: a screen keeps the higher one. */
  version: count,
  counter: z.string().nullable(),
  /** The running countdown of its call. */
  startTime: epochMs.nullable(),
  duration: count.nullable(),
  /** Cash to take at the counter: the payment to confirm and its amount. */
  cashPaymentId: z.string().nullable(),
  dueAmountPaise: paise.nullable(),
  notice: z.enum(['queued', 'sent', 'delivered', 'failed']).nullable(),
  /** The staff action that an undo would take back now, if any. */
  undoable: z.enum(['call', 'complete', 'no_show', 'miss']).nullable(),
}

/** A ticket as staff see it. */
export const ticket = z.codec(
  z.object({ ...wireNames, ...record, ...forDesk, ...at }),
  z.object({ ...ourNames, ...record, ...forDesk, ...atDate }),
  renaming,
)
/** A ticket in our words, as staff screens use it. */
export type StaffTicket = z.output<typeof ticket>
/** The same on the wire. */
export type StaffTicketWire = z.input<typeof ticket>

/** A ticket as its own shopper sees it at joining. */
const ownTicket = z.codec(z.object({ ...wireNames, ...record, ...at }), z.object({ ...ourNames, ...record, ...atDate }), renaming)

/** POST /api/information: join a shop's queue. `token` of the client is ignored; the server issues numbers. */
export const joinQueue = {
  body: z
    .object({
      name: personName,
      mobile,
      email,
      shopid: id,
      /** The counter whose code was scanned, kept as a wish. */
      counter: z.string().max(200).optional(),
      locale: z.enum(['en', 'hi']).optional(),
    })
    .transform(({ shopid, counter, ...more }) => ({ ...more, shopId: shopid, wishedCounterId: counter ?? null })),
  answer: z.object({ success, newInfo: ownTicket, next: z.enum(['payment', 'token']) }),
}

/** GET /api/get-token?phone=: `token` is null while payment is owed. */
export const readToken = {
  query: z.object({ phone: mobile, shopId: id.optional() }),
  answer: z.object({ success, token: count.nullable(), ticket: ownTicket }),
}

/** GET /api/get-data/{id}: today's live tickets, a bare array in the order of the staff table. */
export const listTickets = { params: z.object({ id }), answer: z.array(ticket) }

/** GET /api/missed/{id}: who was missed at a shop today and has left the staff table since, the last missed first; at most 100. */
export const listMissed = { params: z.object({ id }), answer: z.object({ success, tickets: z.array(ticket) }) }

/** POST /api/send-message: call by mobile number. Idempotent per call of a ticket. */
export const callByNumber = {
  body: z
    .object({ number: z.union([z.string().max(40), z.int()]).optional(), ticketId: id.optional() })
    .transform(({ number, ...more }) => ({ ...more, mobile: number === undefined ? '' : String(number).trim() })),
  answer: z.object({
    success,
    message: z.string(),
    /** True where the ticket had been called before: no second message went out. */
    alreadyCalled: z.boolean(),
    ticket,
  }),
}

const running = { startTime: epochMs.nullable(), duration: count, serverTime: epochMs }

/** POST /api/start-countdown: answers the countdown of the call, or restarts it with another duration. */
export const startCountdown = {
  body: z
    .object({ duration: z.int().min(1).max(3600).optional(), phoneNumber: z.union([z.string().max(40), z.int()]), shopId: id })
    .transform(({ phoneNumber, ...more }) => ({ ...more, mobile: String(phoneNumber).trim() })),
  answer: z.object({ success, startTime: epochMs, duration: count, serverTime: epochMs }),
}

const oneCountdown = z.object({ startTime: epochMs, duration: count, token: count, counter: z.string().nullable() })

/** GET /api/get-countdown: the shop's current countdown (the last started) and all that run. */
export const readCountdown = {
  query: z.object({ shopId: id.optional(), counter: z.string().max(80).optional() }),
  answer: z.object({
    success,
    ...running,
    shopId: z.string(),
    token: count.nullable(),
    counter: z.string().nullable(),
    countdowns: z.array(oneCountdown),
  }),
}

/** POST /api/tickets/{id}/call, /complete, /no-show, /undo */
export const ticketAction = {
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success, alreadyDone: z.boolean(), ticket }),
}

/** POST /api/tickets/{id}/cancel: the shopper leaves, or staff take them off. */
export const cancelTicket = {
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success, state: ticketState, refundPaise: paise }),
}
