import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { type Arena, embeddedArena, nodesArena } from '#tests/history/arena.ts'
import { isAtRest, readBooks } from '#tests/history/books.ts'
import { shoppers, staff, type World } from '#tests/history/clients.ts'
import { brokenPromises, type Operation } from '#tests/history/history.ts'
import { openScreens, type Screens } from '#tests/history/screens.ts'
import { send } from '#tests/support/calls/client.ts'
import { ownerOf, type Shopper } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'

/**
 * Random clients and a nemesis. Every operation is recorded, and afterwards the database is checked against this history. A long run:
 * `HISTORY_RUNS=500 npm run proof -- history`; `SEED` repeats a run's choices.
 */

/** A run takes about twenty seconds, on each engine. */
const RUNS = Number(process.env.HISTORY_RUNS ?? 3)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)
/** How long clients run, in ms, without the time that the nemesis takes. */
const LIFE_MS = 700
/** How long a run waits, in ms, for an operation in flight before the nemesis, and for enough successful ones: a busy machine is slow. */
const BUSY_MS = 20_000
const ENOUGH = 6
/** The longest wait for rest, in ms. Another sender takes over the message of a killed one after 20 s. */
const REST_MS = 120_000
/**
 * In ms. If the database has one owner, each look is a restart that disconnects every screen. Before each look the screens get time to
 * reconnect (up to 2 s) and to hear, and the senders to send. On a busy machine this is too short, so the pause grows with each look.
 */
const BEFORE_LOOK_MS = inject('engine') === 'postgres' ? 500 : 3000
const EACH_LATER = 1.5
const LONG = 60_000 + REST_MS + RUNS * 30_000
const shops = ['royal-sarees', 'phoenix-cafe']
/** Its shoppers get their numbers when they join. */
const freeShop = 'lotus-books'
/** Shorter than the error of a wrong clock here, and used without grace time, so that a wrong clock would be noticed. */
const COUNTDOWN_SECONDS = 100

let arena: Arena
let screens: Screens
const operations: Operation[] = []
const holders = new Map<string, Shopper>()

beforeAll(async () => {
  arena = inject('engine') === 'postgres' ? await nodesArena(shops) : await embeddedArena()
  const owner = await ownerOf(arena.address)
  for (const shopId of [...shops, freeShop]) {
    const price = shopId === freeShop ? { baseFeePaise: 0, extraPaise: 0 } : {}
    const settings = { countdownSeconds: COUNTDOWN_SECONDS, graceMinutes: 0, ...price }
    expect((await send(arena.address, changeSettings, { id: shopId, body: settings }, owner)).status).toBe(200)
  }
  screens = openScreens(arena.address, shops, 2)
}, LONG)
afterAll(async () => {
  screens.close()
  await arena.cleanUp()
}, LONG)

const wentWell = () => operations.filter(({ outcome }) => outcome === 'ok').length

async function run(nemeses: readonly string[], seed: number): Promise<void> {
  const chance = fc.sample(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), { seed, numRuns: 1 })[0]
  let over = false
  const before = wentWell()
  const world: World = {
    ...{ address: arena.address, shops: [...shops, freeShop], freeShops: [freeShop], operations, holders },
    owner: await eventually(() => ownerOf(arena.address).catch(() => undefined)),
    chance: () => chance?.next().value ?? 0,
    over: () => over,
    inFlight: 0,
  }
  const lives = [
    ...['a', 'b', 'c'].map((name) => shoppers(world, name)),
    // A client that waits for a locked row of one shop cannot show that the other shops continue.
    ...shops.flatMap((shopId) => [1, 2, 3].map((i) => shoppers(world, `regular ${i} of ${shopId}`, [shopId]))),
    ...[1, 2].map((i) => shoppers(world, `regular ${i} of ${freeShop}`, [freeShop])),
    ...['counter 1', 'counter 2'].map((name) => staff(world, name)),
  ]
  for (const nemesis of nemeses) {
    await pause(LIFE_MS / nemeses.length)
    await eventually(() => (world.inFlight > 0 ? true : undefined), BUSY_MS)
    await arena.nemeses[nemesis]?.()
  }
  await pause(LIFE_MS / 2)
  await eventually(() => (wentWell() >= before + ENOUGH ? true : undefined), BUSY_MS)
  await leaveOneUnanswered(world)
  over = true
  await Promise.all(lives)
}

/**
 * Cuts the connections until at least one operation of all runs has no answer. By chance, the faults of a few runs may all be gentle ones
 * (a node that stops in peace, a slow disk). Then every operation would have an answer.
 */
async function leaveOneUnanswered(world: World): Promise<void> {
  await eventually(async () => {
    if (operations.some(({ outcome }) => outcome === 'unknown')) return true
    if (world.inFlight > 0) await arena.nemeses['cut connections']?.()
    return undefined
  }, BUSY_MS)
}

/** Waits first until all events are handled and every screen is up to date. */
async function expectKept(): Promise<void> {
  let broken: string[] = []
  let before = BEFORE_LOOK_MS
  await eventually(async () => {
    await pause(before)
    before *= EACH_LATER
    const found = await arena.look(async (database) =>
      (await isAtRest(database))
        ? brokenPromises({
            operations,
            freeShops: [freeShop],
            holds: arena.holds,
            readAt: Date.now(),
            countdownMs: COUNTDOWN_SECONDS * 1000,
            shown: screens.shown,
            books: await readBooks(database, [...shops, freeShop]),
          })
        : ['not at rest'],
    )
    broken = found
    return found.length === 0 ? true : undefined
  }, REST_MS).catch(() => undefined)
  expect(broken).toEqual([])
}

describe('the product, whatever happens to its processes,', () => {
  test(
    `has no gap and no loss in ${RUNS} runs of random clients, sends each call once, and no screen goes backwards (seed ${SEED})`,
    async () => {
      const names = Object.keys(arena.nemeses)
      const plans = fc.sample(fc.record({ nemeses: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }), seed: fc.nat() }), {
        seed: SEED,
        numRuns: RUNS,
      })
      for (const { nemeses, seed } of plans) {
        await run(nemeses, seed)
        await expectKept()
      }
      const outcomes = Map.groupBy(operations, ({ outcome }) => outcome)
      expect(outcomes.get('ok')?.length ?? 0, 'many operations succeeded').toBeGreaterThan(RUNS * 5)
      expect(outcomes.get('unknown')?.length ?? 0, 'some had no answer').toBeGreaterThan(0)
    },
    LONG,
  )
})
