import type { RefusalCode } from '#contract/base/errors.ts'
import type { Call } from '#contract/call.ts'
import { type Credentials, done, type Parts, raw, type Success, send } from '#tests/support/calls/client.ts'

export interface Entry {
  name: string
  times: number[]
  /** Refusals that belong to the day, such as that of a ticket that someone else has just called. */
  refused: number
}

/** Makes the calls of the day and notes how long they took. A call that fails is noted and throws. */
export interface Book {
  /** Returns null if the call was refused with one of the `expected` codes. */
  ask<C extends Call>(call: C, parts: Parts<C>, who: Credentials, expected?: readonly RefusalCode[]): Promise<Success<C> | null>
  page(name: string, path: string, who?: Credentials): Promise<void>
  /** Notes a time that was measured elsewhere, in ms. */
  note(name: string, took: number): void
  fail(what: string): void
  /** Forgets everything so far, and begins. */
  open(): void
  entries(): Entry[]
  failures(): readonly string[]
}

export function bookOf(address: string): Book {
  let entries = new Map<string, Entry>()
  let failures: string[] = []
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name) ?? { name, times: [], refused: 0 }
    entries.set(name, entry)
    return entry
  }
  const timed = async <T>(name: string, request: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    try {
      const answer = await request()
      entryOf(name).times.push(performance.now() - from)
      return answer
    } catch (error) {
      failures.push(`${name}: ${error}`)
      throw error
    }
  }
  return {
    async ask<C extends Call>(call: C, parts: Parts<C>, who: Credentials, expected: readonly RefusalCode[] = []) {
      return timed(call.name, async () => {
        const reply = await send(address, call, parts, who)
        const { code } = reply.body
        if (reply.status < 400 || !expected.some((one) => one === code)) return done<C>(Promise.resolve(reply))
        entryOf(call.name).refused += 1
        return null
      })
    },
    page: (name, path, who = {}) =>
      timed(name, async () => {
        const { status } = await raw(address, 'GET', path, undefined, who)
        if (status >= 400) throw new Error(`status ${status}`)
      }),
    note: (name, took) => void entryOf(name).times.push(took),
    fail: (what) => void failures.push(what),
    open() {
      entries = new Map()
      failures = []
    },
    entries: () => [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    failures: () => failures,
  }
}
