import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, localDateOf } from '#contract/base/time.ts'
import { exportMoney } from '#contract/payments/money-calls.ts'
import { addressOf } from '#tests/support/calls/client.ts'
import { superOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { layPast } from '#tests/support/server/past.ts'
import { markRequests, overhear, type Statement } from '#tests/support/server/statements.ts'

const MALL = 'past-mall-0'
/** The most rows that an export holds at once. */
const AT_ONCE = 1000

let app: TestApp
let heard: () => readonly Statement[]
beforeAll(async () => {
  app = await startApp()
  // The shops of one new mall have most of the tickets.
  await layPast(app.database, { shops: 50, tickets: 40_000 }, app.clock.now())
  heard = overhear(app.database.db)
  markRequests(app.running.app.server)
})
afterAll(() => app.stop())

/** Until the server has sent what fits into the buffers of the connection, and reads nothing more. */
async function untilItRests(read: () => number): Promise<number> {
  let [last, rests] = [-1, 0]
  while (rests < 4) {
    await pause(500)
    const now = read()
    rests = now === last ? rests + 1 : 0
    last = now
  }
  return last
}

test('a file is read from the database as its reader takes it, a thousand rows at a time', async () => {
  const query = { kind: 'tally', from: localDateOf(new Date(app.clock.now().getTime() - 364 * DAY), 'Asia/Kolkata') }
  const { bearer } = await superOf(app.address)
  const reads = () => heard().filter(({ text, inRequest }) => inRequest && /\blimit \$\d+$/.test(text))
  const request = get(app.address + addressOf(exportMoney, { id: MALL, query }), { headers: { authorization: `Bearer ${bearer}` } })
  const [answer]: IncomingMessage[] = await once(request, 'response')
  expect(answer?.statusCode).toBe(200)
  // The buffers of the connection take about a third of the file.
  const atFirst = await untilItRests(() => reads().length)
  let vouchers = 0
  for await (const part of answer?.setEncoding('utf8') ?? []) vouchers += part.split('<VOUCHER ').length - 1
  expect(vouchers).toBeGreaterThan(30 * AT_ONCE)
  expect(atFirst).toBeGreaterThan(0)
  expect(atFirst).toBeLessThan(reads().length / 2)
  for (const { values } of reads()) expect(values.at(-1)).toBeLessThanOrEqual(AT_ONCE)
})
