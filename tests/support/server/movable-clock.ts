import type { Database } from '#server/db/open.ts'

/** The clocks of the machine and of the database, for a server that is a process of its own. */
export interface MovableTimes {
  clock: { now(): Date; advance(ms: number): void }
  database(opened: Database): Database
}

/** Clocks that go forward together. They never go back, because the product's rows must not be ahead. */
export function movableTimes(): MovableTimes {
  let ahead = 0
  return {
    clock: {
      now: () => new Date(Date.now() + ahead),
      advance(ms: number) {
        ahead += ms
      },
    },
    database: (opened) => ({ ...opened, time: async () => new Date((await opened.time()).getTime() + ahead) }),
  }
}
