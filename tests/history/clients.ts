import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Credentials, call, information, type Shopper, verifiedShopper } from '../support/people.ts'
import type { Operation } from './history.ts'

/** Where clients live: one address, whatever stands behind it, and until when. */
export interface World {
  address: string
  shops: readonly string[]
  owner: Credentials
  /** A number from 0 up to 1, of the run's own chance. */
  chance(): number
  over(): boolean
  operations: Operation[]
  /** Who has which ticket. */
  holders: Map<string, Shopper>
}

/** The answer to a press; null where none came. */
const press = (ask: () => Promise<Answer>): Promise<Answer | null> => ask().catch(() => null)

const outcomeOf = (answer: Answer | null): Operation['outcome'] => {
  if (answer === null || answer.status >= 500 || answer.status === 429) return 'unknown'
  return answer.status < 400 ? 'ok' : 'failed'
}

/** Presses until there is an answer, as people do, and writes down each press; the last answer, null where the run was over before. */
async function insist(world: World, operation: Pick<Operation, 'kind' | 'client' | 'ticketId'>, ask: () => Promise<Answer>) {
  for (;;) {
    const answer = await press(ask)
    const outcome = outcomeOf(answer)
    const { token, receiptId, alreadyCalled } = answer?.body ?? {}
    world.operations.push({
      ...operation,
      outcome,
      ...(outcome === 'ok' && operation.kind === 'pay' ? { told: { number: Number(token), receiptId: String(receiptId) } } : {}),
      ...(outcome === 'ok' && operation.kind === 'call' ? { already: alreadyCalled === true } : {}),
    })
    if (outcome !== 'unknown') return answer
    if (world.over()) return null
    await pause(20 + world.chance() * 80)
  }
}

/** Asks without writing it down until it works; null where the run was over before. */
async function eventually<T>(world: World, ask: () => Promise<T>): Promise<T | null> {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null) return answer
    if (world.over()) return null
    await pause(20 + world.chance() * 80)
  }
}

/** A life of shoppers, one after the other: verify, join, order, pay; some leave. */
export async function shoppers(world: World, client: string): Promise<void> {
  const { address } = world
  while (!world.over()) {
    const shopId = world.shops[Math.floor(world.chance() * world.shops.length)] ?? ''
    const shopper = await eventually(world, () => verifiedShopper(address))
    if (!shopper) return
    const joined = await eventually(world, async () => {
      const answer = await call(address, 'POST', '/api/information', information(shopper, shopId), shopper)
      return answer.status < 300 ? (answer.body.newInfo as unknown as { _id: string })._id : null
    })
    if (joined === null) return
    world.holders.set(joined, shopper)
    const paymentId = await eventually(world, async () => {
      const answer = await call(address, 'POST', '/api/payments', { ticketId: joined }, shopper)
      return answer.status < 300 ? (answer.body.payment as unknown as { id: string }).id : null
    })
    if (paymentId === null) return
    const mine = { client, ticketId: joined }
    await insist(world, { kind: 'pay', ...mine }, () => call(address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper))
    if (world.chance() < 0.25)
      await insist(world, { kind: 'leave', ...mine }, () => call(address, 'POST', `/api/tickets/${joined}/cancel`, {}, shopper))
  }
}

/** A life at a counter: looks at the table, calls somebody, serves some of those who were called. */
export async function staff(world: World, client: string): Promise<void> {
  const { address, owner } = world
  while (!world.over()) {
    const shopId = world.shops[Math.floor(world.chance() * world.shops.length)] ?? ''
    const table = await eventually(world, async () => {
      const answer = await call(address, 'GET', `/api/get-data/${shopId}`, undefined, owner)
      return answer.status === 200 ? (answer.list as { _id: string; state: string }[]) : null
    })
    const row = table?.filter(({ state }) => state === 'waiting' || state === 'called').at(Math.floor(world.chance() * 4))
    if (!row) {
      await pause(50)
      continue
    }
    const kind = row.state === 'waiting' ? 'call' : 'complete'
    await insist(world, { kind, client, ticketId: row._id }, () => call(address, 'POST', `/api/tickets/${row._id}/${kind}`, {}, owner))
  }
}
