import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#contract/base/errors.ts'
import { batch } from '#server/kit/batch.ts'
import { onePer } from '#server/kit/one-per.ts'
import { isAway, isGivenUp } from './errors.ts'
import type { TimeLimits } from './limits.ts'
import type { Database } from './open.ts'
import { type Tx, transaction, type WithCommit } from './transaction.ts'

/** The most calls in one transaction. With more, the first ones would wait longer than the last ones gain. */
export const MOST_TOGETHER = 200

/** How long a batch waits for the locks of its shops. A batch of another node holds them for a few milliseconds. */
const LOCK_MS = 2000
/** For a batch that is retried shop by shop, and for shops whose rows were locked a moment ago. */
const SHORT_LOCK_MS = 500
/** A node that hangs within the transaction keeps its locks no longer than this. */
const IDLE_MS = 5000
/** How long a shop whose rows stay locked is kept apart from the others. */
const APART_MS = 10_000
/** How often a call whose own row is locked is tried, and the pause between tries on average. */
const [LOCKED_TRIES, LOCKED_PAUSE_MS] = [20, 100]

interface ShopRequest {
  shopId: string
  now: Date
}

/**
 * Returns the outcome of each request, in order. A refusal is a value, because it must not undo what the others get. The outcome is
 * `locked` for a request whose own row another transaction has locked; nothing happens to it. The first statement must apply `limits`. Call
 * `locked` when all locks are held: then the next batch may begin.
 */
export type BatchStory<Request extends ShopRequest, Outcome> = (
  tx: Tx,
  requests: readonly Request[],
  limits: TimeLimits,
  locked: () => void,
) => Promise<Outcomes<Outcome> | WithCommit<Outcomes<Outcome>>>
type Outcomes<Outcome> = (Outcome | Refusal | 'locked')[]

const unavailable = () => new Refusal('unavailable', { retryAfterSeconds: 2 })

/**
 * Requests that arrive together share one transaction, in the order in which they came, even if their shops differ. A request that fails is
 * retried alone. Without a rush, a request runs alone and at once. Each open database has its own gate.
 *
 * A row that another transaction has locked delays only its own request: a `locked` request is retried for two seconds. If a row of a shop
 * stays locked, the batch gives up once and is retried shop by shop. The requests for that shop then go through separate batches for a
 * while. If the row is still locked after that, the request is refused with `unavailable`.
 */
export function shopBatches<Request extends ShopRequest, Outcome>(
  story: BatchStory<Request, Outcome>,
): (database: OpenDatabase, request: Request) => Promise<Outcome | Refusal> {
  const gateOf = onePer((database: OpenDatabase) => openGate(database, story))
  return (database, request) => gateOf(database)(request)
}

type OpenDatabase = Pick<Database, 'db' | 'engine'>

function openGate<Request extends ShopRequest, Outcome>(
  { db, engine }: OpenDatabase,
  story: BatchStory<Request, Outcome>,
): (request: Request) => Promise<Outcome | Refusal> {
  /** The time until which a shop whose rows were locked is kept apart (ms). */
  const apart = new Map<string, number>()
  const isApart = ({ shopId, now }: Request) => (apart.get(shopId) ?? 0) > now.getTime()

  const run = async (requests: readonly Request[], lockMs: number, locked: () => void) => {
    try {
      return await transaction(db, (tx) => story(tx, requests, { lockMs, idleMs: IDLE_MS }, locked))
    } catch (error) {
      const [first] = requests
      if (first && isGivenUp(error) && requests.every(({ shopId }) => shopId === first.shopId))
        apart.set(first.shopId, first.now.getTime() + APART_MS)
      throw error
    }
  }
  const partOf = ({ shopId }: Request, error: unknown) => (isGivenUp(error) ? shopId : 'alone')
  const settings = { most: MOST_TOGETHER, isFinal: isAway, apart: partOf }

  const together = batch<Request, Outcome | Refusal | 'locked'>(
    async (requests, locked, again) => {
      // Requests that came before their shop was found locked are retried apart.
      const free = requests.filter((request) => !isApart(request))
      const outcomes = free.length > 0 ? await run(free, again ? SHORT_LOCK_MS : LOCK_MS, locked) : []
      const byRequest = new Map(free.map((request, i) => [request, outcomes[i] ?? 'locked']))
      return requests.map((request) => byRequest.get(request) ?? 'locked')
    },
    // While the database writes one batch, we can read and judge the next. The embedded database has a single connection.
    { ...settings, atOnce: engine === 'postgres' ? 2 : 1 },
  )
  const keptApart = batch<Request, Outcome | Refusal | 'locked'>(
    async (requests, locked) => {
      const outcomes = await run(requests, SHORT_LOCK_MS, locked)
      for (const { shopId } of requests) apart.delete(shopId)
      return outcomes
    },
    { ...settings, atOnce: 1 },
  )

  return async (request) => {
    for (let tries = 1; tries <= LOCKED_TRIES; tries += 1) {
      const outcome = await (isApart(request) ? keptApart : together)(request).catch((error) => {
        if (isGivenUp(error)) return unavailable()
        throw error
      })
      if (outcome !== 'locked') return outcome
      // Two that each hold a row of the other must not try again in step.
      await pause(LOCKED_PAUSE_MS * (0.5 + Math.random()))
    }
    return unavailable()
  }
}
