import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callTicket } from '#contract/desk/ticket-calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { openScreen, type Screen } from '#tests/support/browser/screens.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { eventually } from '#tests/support/server/app.ts'
import { type Client, openClient } from './client.ts'
import { type FuzzedApp, size, startFuzzedApp, tellSize } from './fuzzed-app.ts'
import { type Outcome, visit } from './visit.ts'
import { type Visit, visits } from './visits.ts'
import { makeWorld, PEOPLE, type World } from './world.ts'

/** Each visit has about six messages. */

let app: FuzzedApp
let client: Client
let world: World
let witnesses: Screen[]
let outcomes: { visit: Visit; outcome: Outcome }[]
beforeAll(async () => {
  app = await startFuzzedApp()
  client = openClient(app.address, size.atOnce)
  world = await makeWorld(client.ask)
  const { shop, staff } = world.of(0)
  witnesses = [await openScreen(app.address, {}), await openScreen(app.address, { bearer: staff })]
  for (const { watch } of witnesses) await watch({ shopId: shop })
  tellSize()
  outcomes = await makeVisits(fc.sample(visits(PEOPLE), { seed: size.seed, numRuns: size.visits }))
}, 600_000)
afterAll(async () => {
  for (const { socket } of witnesses ?? []) socket.disconnect()
  client?.close()
  await app?.cleanUp()
})

async function makeVisits(all: Visit[]): Promise<{ visit: Visit; outcome: Outcome }[]> {
  const made: { visit: Visit; outcome: Outcome }[] = []
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      made.push({ visit: next, outcome: await visit(app.address, client, next, world.of(next.person)) })
  }
  await Promise.all(Array.from({ length: size.atOnce }, work))
  return made
}

describe('generated visits', () => {
  test('get an answer to each question: what they asked for, or a code', () => {
    expect(outcomes).toHaveLength(size.visits)
    const wrong = outcomes.filter(({ outcome }) => outcome.problem !== null)
    expect(wrong.map(({ visit, outcome }) => `${outcome.problem}: ${JSON.stringify(visit)}`)).toEqual([])
  })

  test('open rooms, and are refused for every reason', () => {
    const counts = Map.groupBy(
      outcomes.flatMap(({ outcome }) => outcome.answers),
      (answer) => answer,
    )
    console.log([...counts].map(([answer, all]) => `${answer} ${all.length}`).join(', '))
    const reasons = [
      'invalid_input',
      'not_found',
      'not_signed_in',
      'forbidden',
      'shop_required',
      'shop_not_found',
      'ticket_not_found',
      'answered',
    ]
    for (const reason of ['ok', ...reasons]) expect(counts.get(reason)?.length ?? 0, reason).toBeGreaterThan(0)
    expect(counts.get('ok')?.length).toBeGreaterThan(size.visits / 10)
  })

  test('do not disturb other screens, which still hear the next call', async () => {
    const { staff } = world.of(0)
    for (const { socket, heard } of witnesses) {
      expect(socket.connected).toBe(true)
      heard.length = 0
    }
    const ticketId = await someTicket('waiting')
    const called = await client.ask('POST', addressOf(callTicket, { id: ticketId }), {}, { authorization: `Bearer ${staff}` })
    expect(called.status).toBe(200)
    for (const { heard } of witnesses) await eventually(() => (heard.includes('countdown-start') ? true : undefined))
  })

  test('leave no error in the log, and a server that stops gently', async () => {
    expect(await app.stop()).toBe(0)
    expect(app.complaints()).toEqual([])
  })
})

async function someTicket(state: string): Promise<string> {
  const { staff } = world.of(0)
  for (let person = 0; person < PEOPLE; person += 1) {
    const { ticket } = world.of(person)
    const { body } = await client.ask('GET', addressOf(readPass, { id: ticket }), undefined, { authorization: `Bearer ${staff}` })
    if (body.state === state) return ticket
  }
  throw new Error(`there is no ticket in the state ${state}`)
}
