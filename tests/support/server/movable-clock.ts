import { DAY, HOUR } from '#contract/base/time.ts'
import type { Database } from '#server/db/open.ts'
import type { Clock } from '#server/kit/clock.ts'

/** A clock that runs with the machine's clock and that a test can put forward. It never goes back, because the product's rows must not be ahead. */
export interface MovableClock extends Clock {
  advance(ms: number): void
  /** How far it is ahead of the machine's clock now, in ms. */
  ahead(): number
  /**
   * Stops the clock: from now on only `advance` moves it. For waits of a second, which could pass on a slow machine before the test looks.
   */
  stop(): void
}

/** Makes a clock that is `ahead` milliseconds ahead of the machine's. */
export function movableClock(ahead = 0): MovableClock {
  let stopped: number | null = null
  return {
    now: () => new Date((stopped ?? Date.now()) + ahead),
    stop() {
      stopped ??= Date.now()
    },
    advance(ms) {
      ahead += ms
    },
    // A stopped clock falls behind the machine's clock: the database of a test stops with it.
    ahead: () => ahead + (stopped === null ? 0 : stopped - Date.now()),
  }
}

/** Tests begin on a morning in the demo mall. A test that lets hours pass then never reaches the end of the service day. */
const MORNING = 9.5 * HOUR
const INDIA_AHEAD = 5.5 * HOUR

/** The clock is ahead by the time to the next morning in India. */
export const clockInTheMorning = (): MovableClock => movableClock(DAY - ((Date.now() + INDIA_AHEAD - MORNING) % DAY))

/** Moves the database's clock as far as this one, because the product follows it. */
export const withClock = (database: Database, clock: MovableClock): Database => ({
  ...database,
  time: async () => new Date((await database.time()).getTime() + clock.ahead()),
})
