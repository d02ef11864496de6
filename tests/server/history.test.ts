import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Arena, embeddedArena, nodesArena } from '../history/arena.ts'
import { isAtRest, readBooks } from '../history/books.ts'
import { shoppers, staff, type World } from '../history/clients.ts'
import { brokenPromises, type Operation } from '../history/history.ts'
import { openScreens, type Screens } from '../history/screens.ts'
import { eventually } from '../support/app.ts'
import { ownerOf, type Shopper } from '../support/people.ts'

/**
 * Random clients and a nemesis; every operation is written down, and the books are held against it afterwards. A long run:
 * `HISTORY_RUNS=500 node_modules/.bin/vitest run --project server tests/server/history.test.ts`; `HISTORY_SEED` repeats the chance of a run.
 */

/** On the embedded database every look at the books is a restart of its one process, so that there are fewer there. */
const RUNS = Number(process.env.HISTORY_RUNS ?? (inject('engine') === 'postgres' ? 20 : 3))
const SEED = Number(process.env.HISTORY_SEED ?? Date.now() % 1_000_000_000)
/** How long clients live in a run beside what the nemesis takes, in ms. */
const LIFE_MS = 700
/** A message whose sender was killed is taken up by another one after 20 s. */
const REST_MS = 40_000
/**
 * Where the database has one owner, each look is a restart that cuts every screen off: before each one they get the time to come back (up
 * to 2 s) and to hear, and the senders theirs.
 */
const BEFORE_LOOK_MS = inject('engine') === 'postgres' ? 500 : 3000
const LONG = 60_000 + RUNS * 30_000
const shops = ['royal-sarees', 'phoenix-cafe']

let arena: Arena
let screens: Screens
const operations: Operation[] = []
const holders = new Map<string, Shopper>()

beforeAll(async () => {
  arena = inject('engine') === 'postgres' ? await nodesArena() : await embeddedArena()
  screens = openScreens(arena.address, shops, 2)
}, LONG)
afterAll(async () => {
  screens.close()
  await arena.cleanUp()
}, LONG)

/** One run: who lives, and what happens to them meanwhile. */
async function run(nemeses: readonly string[], seed: number): Promise<void> {
  const chance = fc.sample(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), { seed, numRuns: 1 })[0]
  let over = false
  const world: World = {
    ...{ address: arena.address, shops, operations, holders },
    owner: await eventually(() => ownerOf(arena.address).catch(() => undefined), 20_000),
    chance: () => chance?.next().value ?? 0,
    over: () => over,
  }
  const lives = [...['a', 'b', 'c', 'd', 'e'].map((name) => shoppers(world, name)), staff(world, 'counter 1'), staff(world, 'counter 2')]
  for (const nemesis of nemeses) {
    await pause(LIFE_MS / nemeses.length)
    await arena.nemeses[nemesis]?.()
  }
  await pause(LIFE_MS / 2)
  over = true
  await Promise.all(lives)
}

/** Waits until all is told and every screen shows what is, and holds the books against the history. */
async function expectKept(): Promise<void> {
  let broken: string[] = []
  await eventually(async () => {
    await pause(BEFORE_LOOK_MS)
    const found = await arena.look(async (database) =>
      (await isAtRest(database))
        ? brokenPromises({ operations, shown: screens.shown, books: await readBooks(database, shops) })
        : ['not at rest'],
    )
    broken = found
    return found.length === 0 ? true : undefined
  }, REST_MS).catch(() => undefined)
  expect(broken).toEqual([])
}

describe('whatever happens to its processes', () => {
  test(
    `in ${RUNS} runs of random clients, numbers stay whole, nothing acknowledged is lost, each call is told once, and no screen goes backwards (seed ${SEED})`,
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
      expect(outcomes.get('ok')?.length ?? 0, 'much went well').toBeGreaterThan(RUNS * 5)
      expect(outcomes.get('unknown')?.length ?? 0, 'some had no answer').toBeGreaterThan(0)
    },
    LONG,
  )
})
