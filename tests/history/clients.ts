import { setTimeout as pause } from 'node:timers/promises'
import { listTickets } from '#contract/desk/calls.ts'
import { recallTicket } from '#contract/desk/ticket-calls.ts'
import { cancelTicket, confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { type AnyReply, type Credentials, send } from '#tests/support/calls/client.ts'
import { ticketActions } from '#tests/support/calls/ticket-actions.ts'
import { information, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import type { Operation } from './history.ts'

export interface World {
  address: string
  shops: readonly string[]
  freeShops: readonly string[]
  owner: Credentials
  /** Returns a random number from 0 to 1, which the seed of the run decides. */
  chance(): number
  over(): boolean
  operations: Operation[]
  /** Operations that were asked for, without an answer yet. */
  inFlight: number
  holders: Map<string, Shopper>
}

/** Fields of some steps only: the ticket of a join, the number and the receipt of a payment, or that the shopper was called before. */
interface Told extends AnyReply {
  body: AnyReply['body'] & {
    newInfo?: { _id: string; token: number | null }
    token?: number
    receiptId?: string
    alreadyCalled?: boolean
  }
}

/** Returns the answer to one try; null if none came. */
const press = (ask: () => Promise<Told>): Promise<Told | null> => ask().catch(() => null)

const outcomeOf = (answer: AnyReply | null): Operation['outcome'] => {
  if (answer === null || answer.status >= 500 || answer.status === 429) return 'unknown'
  return answer.status < 400 ? 'ok' : 'failed'
}

/** Retries until there is an answer, as people do, and records each try. Returns the last answer, or null if the run ended first. */
async function insist(world: World, operation: Pick<Operation, 'kind' | 'client' | 'ticketId'>, ask: () => Promise<Told>) {
  for (;;) {
    world.inFlight += 1
    const answer = await press(ask)
    world.inFlight -= 1
    const outcome = outcomeOf(answer)
    const { newInfo, token, receiptId, alreadyCalled } = answer?.body ?? {}
    world.operations.push({
      ...operation,
      ...(newInfo ? { ticketId: newInfo._id } : {}),
      outcome,
      at: Date.now(),
      ...(outcome === 'ok' && operation.kind === 'pay' ? { told: { number: Number(token), receiptId: String(receiptId) } } : {}),
      ...(outcome === 'ok' && operation.kind === 'join' ? { told: { number: Number(newInfo?.token) } } : {}),
      ...(outcome === 'ok' && operation.kind === 'call' ? { already: alreadyCalled === true } : {}),
    })
    if (outcome !== 'unknown') return answer
    if (world.over()) return null
    await pause(20 + world.chance() * 80)
  }
}

/** Retries until it works, without a record; returns null if the run ended first. */
async function eventually<T>(world: World, ask: () => Promise<T>): Promise<T | null> {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null) return answer
    if (world.over()) return null
    await pause(20 + world.chance() * 80)
  }
}

/** Shoppers, one after the other, at any of these shops: they verify, join, order and pay if it costs something; some leave. */
export async function shoppers(world: World, client: string, shops: readonly string[] = world.shops): Promise<void> {
  const { address } = world
  while (!world.over()) {
    const shopId = shops[Math.floor(world.chance() * shops.length)] ?? ''
    const shopper = await eventually(world, () => verifiedShopper(address))
    if (!shopper) return
    const join = () => send(address, joinQueue, { body: information(shopper, shopId) }, shopper)
    if (world.freeShops.includes(shopId)) {
      const answer = await insist(world, { kind: 'join', client, ticketId: '' }, join)
      const ticketId = answer?.body.newInfo?._id
      if (ticketId === undefined) continue
      world.holders.set(ticketId, shopper)
      if (world.chance() < 0.25)
        await insist(world, { kind: 'leave', client, ticketId }, () => send(address, cancelTicket, { id: ticketId }, shopper))
      continue
    }
    const joined = await eventually(world, async () => {
      const { body } = await join()
      return body.newInfo?._id ?? null
    })
    if (joined === null) return
    world.holders.set(joined, shopper)
    const paymentId = await eventually(world, async () => {
      const { body } = await send(address, createPayment, { body: { ticketId: joined } }, shopper)
      return body.payment?.id ?? null
    })
    if (paymentId === null) return
    const mine = { client, ticketId: joined }
    await insist(world, { kind: 'pay', ...mine }, () => send(address, confirmPayment, { id: paymentId }, shopper))
    if (world.chance() < 0.25) await insist(world, { kind: 'leave', ...mine }, () => send(address, cancelTicket, { id: joined }, shopper))
  }
}

/** Staff at a counter: reads the table, calls shoppers, recalls some of them, marks arrivals and serves. */
export async function staff(world: World, client: string): Promise<void> {
  const { address, owner } = world
  while (!world.over()) {
    const shopId = world.shops[Math.floor(world.chance() * world.shops.length)] ?? ''
    const table = await eventually(world, async () => {
      const answer = await send(address, listTickets, { id: shopId }, owner)
      return answer.status === 200 ? answer.body : null
    })
    const row = table?.filter(({ state }) => ['waiting', 'called', 'serving'].includes(state)).at(Math.floor(world.chance() * 4))
    if (!row) {
      await pause(50)
      continue
    }
    if (row.state === 'called' && world.chance() < 0.2) {
      await press(() => send(address, recallTicket, { id: row._id }, owner))
      continue
    }
    const kind = row.state === 'waiting' ? 'call' : row.state === 'called' && world.chance() < 0.5 ? 'arrive' : 'complete'
    await insist(world, { kind, client, ticketId: row._id }, () => send(address, ticketActions[kind], { id: row._id }, owner))
  }
}
