// Thousands of phones in one process. They reconnect as the shopper's page does.
import { MOST_SILENT_MS } from '#contract/events.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { readAgain, reconnection } from '#web/live/reconnection.ts'
import { connectPhone, readOnce, type Wire } from './phone.ts'
import { answer, pause, sharedNow } from './processes.ts'

export interface PhonePlan {
  port: number
  shopId: string
  ticketId: string
  cookie: string
}

interface Phone extends PhonePlan {
  wire: Wire | null
  /** The sequence number in the last answer to `watch`. */
  since: number | undefined
  /** The sequence number of the newest state of its shop that it has shown. */
  shown: number
  /** When it first showed that state, by the shared clock. */
  shownAt: number
  /** How often an older state came after a newer one. */
  backwards: number
  tries: number
}

/** The most phones that connect at the same time when the hall fills. */
const AT_ONCE = 50

const phones: Phone[] = []
/** Ids of the requests to watch a phone's own shop, and one more shop. */
const OWN = 1
const MORE = 2
const answered = new Map<Phone, () => void>()
/** The countdowns that phones have heard, by token: how many phones, and when the last of them. */
const calls = new Map<string, { phones: number; last: number }>()
let failedReads = 0
/** When each phone that was away got an answer to its watch again. */
let returns: number[] = []

function open(phone: Phone): void {
  let isBack = false
  const watch = () =>
    phone.wire?.ask(OWN, 'watch', {
      shopId: phone.shopId,
      ticketId: phone.ticketId,
      ...(phone.since === undefined ? {} : { since: phone.since }),
    })
  phone.wire = connectPhone(
    { port: phone.port, cookie: phone.cookie },
    {
      connected: watch,
      answer(id, payload) {
        const given = JSON.parse(payload) as { ok: boolean; code?: string; seq: number; snapshot: { digest: { seq: number } } | null }
        if (!given.ok) throw new Error(`a watch was refused: ${given.code}`)
        if (id === OWN) {
          isBack = true
          if (phone.since !== undefined) setTimeout(() => void readShop(phone), Math.random() * readAgain.afterReturn)
          returns.push(sharedNow())
          phone.tries = 0
          phone.since = given.seq
          show(phone, given.snapshot?.digest.seq ?? given.seq)
        }
        answered.get(phone)?.()
        answered.delete(phone)
      },
      event(name, payload) {
        if (name === 'shop-digest' && textOf(payload, 'shopId') === phone.shopId) show(phone, numberOf(payload, 'seq'))
        if (name === 'countdown-start') {
          const token = `${textOf(payload, 'shopId')} ${numberOf(payload, 'token')}`
          const call = calls.get(token) ?? { phones: 0, last: 0 }
          calls.set(token, { phones: call.phones + 1, last: sharedNow() })
        }
      },
      closed() {
        phone.wire = null
        if (!isBack) phone.tries += 1
        setTimeout(() => open(phone), delayOf(phone.tries))
        isBack = false
      },
    },
  )
}

/** A phone that was away reads the shop again, as the page does. */
async function readShop({ port, shopId }: Phone): Promise<void> {
  if (!(await readOnce(port, addressOf(readStorefront, { id: shopId })))) failedReads += 1
}

/** The delay of socket.io-client: it doubles, is spread at random, and never exceeds the maximum. */
function delayOf(tries: number): number {
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = reconnection
  const middle = reconnectionDelay * 2 ** tries
  return Math.min(middle * (1 + (Math.random() * 2 - 1) * randomizationFactor), reconnectionDelayMax)
}

function show(phone: Phone, seq: number): void {
  if (seq < phone.shown) phone.backwards += 1
  if (seq <= phone.shown) return
  phone.shown = seq
  phone.shownAt = sharedNow()
}

const textOf = (payload: string, field: string): string => {
  const start = payload.indexOf(`"${field}":"`) + field.length + 4
  return payload.slice(start, payload.indexOf('"', start))
}
const numberOf = (payload: string, field: string): number =>
  Number.parseInt(payload.slice(payload.indexOf(`"${field}":`) + field.length + 3), 10)

setInterval(() => {
  for (const { wire } of phones) if (wire && performance.now() - wire.heardAt() > MOST_SILENT_MS) wire.close()
}, 1000)

/** Runs `doing` for at most `AT_ONCE` phones at a time, and waits for the next answer of each. */
async function each(doing: (phone: Phone) => void): Promise<void> {
  const queue = [...phones]
  const next = async () => {
    for (let phone = queue.pop(); phone; phone = queue.pop()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      answered.set(phone, resolve)
      doing(phone)
      await promise
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

const answers = {
  async connect(plans: PhonePlan[]): Promise<void> {
    phones.push(...plans.map((plan) => ({ ...plan, wire: null, since: undefined, shown: -1, shownAt: 0, backwards: 0, tries: 0 })))
    await each(open)
  },
  /** Lets every phone watch one more shop, as a person without a ticket there does. */
  watchToo: (shopId: string): Promise<void> => each((phone) => phone.wire?.ask(MORE, 'watch', { shopId })),
  /** How many phones have heard the call of a token, and when the last of them did (shared clock). */
  heard: (call: { shopId: string; token: number }) => calls.get(`${call.shopId} ${call.token}`) ?? { phones: 0, last: 0 },
  countReturns(): void {
    returns = []
  },
  returns: () => returns,
  /** Returns when the last phone of a shop showed this state or a newer one (shared clock). */
  async settled({ shopId, seq, patience }: { shopId: string; seq: number; patience: number }): Promise<number> {
    const of = phones.filter((phone) => phone.shopId === shopId)
    const end = sharedNow() + patience
    while (of.some((phone) => phone.shown < seq)) {
      if (sharedNow() > end) return Number.POSITIVE_INFINITY
      await pause(20)
    }
    return Math.max(0, ...of.map((phone) => phone.shownAt))
  },
  failedReads: (): number => failedReads,
  backwards: (): number => phones.reduce((sum, phone) => sum + phone.backwards, 0),
}
export type PhoneAnswers = typeof answers

answer(answers)
