import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#contract/base/errors.ts'
import { batch } from '#server/kit/batch.ts'
import { onePer } from '#server/kit/one-per.ts'
import { isAway, isGivenUp } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Database } from './open.ts'
import { type Tx, transaction, type WithCommit } from './transaction.ts'

/** The most calls in one transaction. With more, the first ones would wait longer than the last ones gain. */
export const MOST_TOGETHER = 200

/** How long a batch waits for the locks of its shops. A batch of another node holds them for a few milliseconds. */
const LOCK_MS = 2000
/** The same for a batch that failed and is retried shop by shop, and for shops whose rows were locked a moment ago. */
const SHORT_LOCK_MS = 500
/** How long our process may be idle within the transaction. A node that hangs in it keeps its locks no longer. */
const IDLE_MS = 5000
/** How long a shop whose rows stay locked is kept apart from the others. */
const APART_MS = 10_000
/** How often a call whose own row is locked is tried, and the pause between tries on average. */
const [HELD_TRIES, HELD_PAUSE_MS] = [20, 100]

/** What one shopper wants of one shop. */
interface Wish {
  shopId: string
  now: Date
}

/**
 * Does what the wishes ask in one transaction, and returns the outcome of each, in order. A refusal is a value, because it must not undo
 * what the others get. The outcome is `held` for a wish whose own row another transaction has locked; nothing happens to it. The first
 * statement must apply `limits`. Call `locked` when all locks are held: then the next batch may begin.
 */
export type BatchStory<W extends Wish, Outcome> = (
  tx: Tx,
  wishes: readonly W[],
  limits: Limits,
  locked: () => void,
) => Promise<Outcomes<Outcome> | WithCommit<Outcomes<Outcome>>>
type Outcomes<Outcome> = (Outcome | Refusal | 'held')[]

const unavailable = () => new Refusal('unavailable', { retryAfterSeconds: 2 })

/**
 * Makes a gate for a story of many shoppers, one for each open database. Wishes that arrive together share one transaction, in the order in
 * which they came, even if their shops differ. A wish that fails is retried alone. Without a rush, a wish runs alone and at once.
 *
 * A row that another transaction has locked delays only its own wish: a `held` wish is retried for two seconds. If a row of a shop stays
 * locked, the batch gives up once and is retried shop by shop. The wishes for that shop then go through separate batches for a while. If
 * the row is still locked after that, the wish is refused with `unavailable`.
 */
export function shopBatches<W extends Wish, Outcome>(
  story: BatchStory<W, Outcome>,
): (database: OpenDatabase, wish: W) => Promise<Outcome | Refusal> {
  const gateOf = onePer((database: OpenDatabase) => openGate(database, story))
  return (database, wish) => gateOf(database)(wish)
}

type OpenDatabase = Pick<Database, 'db' | 'engine'>

function openGate<W extends Wish, Outcome>(
  { db, engine }: OpenDatabase,
  story: BatchStory<W, Outcome>,
): (wish: W) => Promise<Outcome | Refusal> {
  /** For each shop whose rows were locked, the time until which it is kept apart (ms). */
  const apart = new Map<string, number>()
  const isApart = ({ shopId, now }: W) => (apart.get(shopId) ?? 0) > now.getTime()

  const run = async (wishes: readonly W[], lockMs: number, locked: () => void) => {
    try {
      return await transaction(db, (tx) => story(tx, wishes, { lockMs, idleMs: IDLE_MS }, locked))
    } catch (error) {
      const [first] = wishes
      if (first && isGivenUp(error) && wishes.every(({ shopId }) => shopId === first.shopId))
        apart.set(first.shopId, first.now.getTime() + APART_MS)
      throw error
    }
  }
  const partOf = ({ shopId }: W, error: unknown) => (isGivenUp(error) ? shopId : 'alone')
  const settings = { most: MOST_TOGETHER, hopeless: isAway, apart: partOf }

  const together = batch<W, Outcome | Refusal | 'held'>(
    async (wishes, locked, again) => {
      // Wishes that came before their shop was found locked are retried apart.
      const free = wishes.filter((wish) => !isApart(wish))
      const outcomes = free.length > 0 ? await run(free, again ? SHORT_LOCK_MS : LOCK_MS, locked) : []
      const byWish = new Map(free.map((wish, i) => [wish, outcomes[i] ?? 'held']))
      return wishes.map((wish) => byWish.get(wish) ?? 'held')
    },
    // While the database writes the rows of one batch, we can read and judge the next. The embedded database has a single connection.
    { ...settings, abreast: engine === 'postgres' ? 2 : 1 },
  )
  const keptApart = batch<W, Outcome | Refusal | 'held'>(
    async (wishes, locked) => {
      const outcomes = await run(wishes, SHORT_LOCK_MS, locked)
      for (const { shopId } of wishes) apart.delete(shopId)
      return outcomes
    },
    { ...settings, abreast: 1 },
  )

  return async (wish) => {
    for (let tries = 1; tries <= HELD_TRIES; tries += 1) {
      const outcome = await (isApart(wish) ? keptApart : together)(wish).catch((error) => {
        if (isGivenUp(error)) return unavailable()
        throw error
      })
      if (outcome !== 'held') return outcome
      // Two that each hold a row of the other must not try again in step.
      await pause(HELD_PAUSE_MS * (0.5 + Math.random()))
    }
    return unavailable()
  }
}
