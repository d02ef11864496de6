import { secretOf, ticketOf } from './hall.ts'
import type { PhoneAnswers, PhonePlan } from './phones-child.ts'
import { type Child, pause, sharedNow, startChild } from './processes.ts'

/** Processes that hold the phones: two, so that one core of a small machine is left for the server. */
const PROCESSES = 2
/** What is not everywhere by then has failed. */
const PATIENCE_MS = 15_000

/** Many phones, in processes of their own. */
export interface Crowd {
  connect(plans: readonly PhonePlan[]): Promise<void>
  watchToo(shopId: string): Promise<void>
  /** When the last of so many phones heard this event (shared clock, ms). */
  allHeard(event: { shopId: string; token: number }, phones: number): Promise<number>
  /** When the last phone of a shop showed this state or a newer one; infinity where one does not within 30 s. */
  allShow(shopId: string, seq: number): Promise<number>
  countReturns(): Promise<void>
  /** When each phone was back since then. */
  returns(): Promise<number[]>
  /** How often a phone was sent an older state after a newer one. */
  backwards(): Promise<number>
  failedReads(): Promise<number>
  stop(): Promise<void>
}

/** The phone of the ticket with this number of a shop. */
export const phoneOf = (shopId: string, number: number, port: number): PhonePlan => {
  const ticketId = ticketOf(shopId, number)
  return { port, shopId, ticketId, cookie: secretOf(ticketId) }
}

export function gather(): Crowd {
  const parts: Child<PhoneAnswers>[] = Array.from({ length: PROCESSES }, () => startChild<PhoneAnswers>('phones-child.ts'))
  const all = <T>(ask: (part: Child<PhoneAnswers>, i: number) => Promise<T>) => Promise.all(parts.map(ask))
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  return {
    async connect(plans) {
      await all((part, i) =>
        part.ask(
          'connect',
          plans.filter((_, n) => n % PROCESSES === i),
        ),
      )
    },
    async watchToo(shopId) {
      await all((part) => part.ask('watchToo', shopId))
    },
    async allHeard(event, phones) {
      for (const end = sharedNow() + PATIENCE_MS; sharedNow() < end; await pause(100)) {
        const heard = await all((part) => part.ask('heard', event))
        if (sum(heard.map((one) => one.phones)) >= phones) return Math.max(...heard.map((one) => one.last))
      }
      throw new Error(`token ${event.token} was not heard by ${phones} phones`)
    },
    allShow: async (shopId, seq) => Math.max(...(await all((part) => part.ask('settled', { shopId, seq, patience: 30_000 })))),
    async countReturns() {
      await all((part) => part.ask('countReturns'))
    },
    returns: async () => (await all((part) => part.ask('returns'))).flat(),
    backwards: async () => sum(await all((part) => part.ask('backwards'))),
    failedReads: async () => sum(await all((part) => part.ask('failedReads'))),
    async stop() {
      await all((part) => part.stop())
    },
  }
}
