import { secretOf, ticketOf } from './hall.ts'
import type { PhoneAnswers, PhonePlan } from './phones-child.ts'
import { type Child, pause, sharedNow, startChild } from './processes.ts'

/** Two processes hold the phones, so that a small machine keeps a core for the server. */
const PROCESSES = 2
/** An event that has not reached all phones by then, in ms, has failed. */
const PATIENCE_MS = 15_000

export interface Crowd {
  connect(plans: readonly PhonePlan[]): Promise<void>
  watchToo(shopId: string): Promise<void>
  /** Returns when the last of `phones` phones heard this event (shared clock, ms). */
  allHeard(event: { shopId: string; token: number }, phones: number): Promise<number>
  /** Returns when the last phone of a shop showed this state or a newer one; infinity if one does not within 30 s. */
  allShow(shopId: string, seq: number): Promise<number>
  countReturns(): Promise<void>
  /** Returns when each phone came back after `countReturns` (shared clock, ms). */
  returns(): Promise<number[]>
  /** Returns how often a phone got an older state after a newer one. */
  backwards(): Promise<number>
  failedReads(): Promise<number>
  stop(): Promise<void>
}

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
