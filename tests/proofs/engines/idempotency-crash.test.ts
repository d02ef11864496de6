import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinQueue } from '#contract/queue/calls.ts'
import { send } from '#tests/support/calls/client.ts'
import { insist } from '#tests/support/people/payers.ts'
import { information, type Shopper, verifiedShopper } from '#tests/support/people/people.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'

const shop = 'royal-sarees'

let product: Product
beforeAll(async () => {
  product = await killableProduct()
  await product.start('to fail')
})
afterAll(() => product.cleanUp())

/** All joins of this shopper have one idempotency key. The server is killed at the point, in the middle of the first one. */
async function killedAt(point: 'before commit' | 'after commit' | 'before answer') {
  const shopper = await insist(() => verifiedShopper(product.address))
  const joins = (name = 'Asha Verma') =>
    send(
      product.address,
      joinQueue,
      { body: { ...information(shopper, shop), name } },
      { ...shopper, headers: { 'idempotency-key': point } },
    )
  const died = product.failAt(point, 'join')
  const lost = joins().catch(() => 'lost')
  expect(await died, 'the fail point was reached').toBe('SIGKILL')
  expect(await lost).toBe('lost')
  await product.start('to fail')
  return { shopper, joins }
}

const outcome = ({ status, headers, body }: Awaited<ReturnType<Awaited<ReturnType<typeof killedAt>>['joins']>>) => [
  status,
  body.code,
  headers.get('idempotent-replayed') === 'true',
]

/** A dead node holds its keys for a minute. The clocks of the processes are real, so the test moves the claims. */
async function letClaimsEnd() {
  await product.kill()
  await product.look(({ db }) => sql`update idempotency_key set claimed_until = now() - interval '1 second'`.execute(db))
  await product.start('to fail')
}

async function ticketsOf({ mobile }: Shopper) {
  await product.kill()
  const tickets = await product.look(({ db }) => db.selectFrom('ticket').select('id').where('mobile', '=', mobile).execute())
  await product.start('to fail')
  return tickets.length
}

describe('a server that is killed during a request with an idempotency key', () => {
  test.each([
    ['before commit', 201],
    ['after commit', 200],
  ] as const)(
    '%s: the key is busy for a minute, then the request runs again and finds what the first run has left',
    async (point, status) => {
      const { shopper, joins } = await killedAt(point)
      expect(outcome(await joins())).toEqual([409, 'idempotency_in_progress', false])
      expect(outcome(await joins('Other Name'))).toEqual([422, 'idempotency_mismatch', false])
      await letClaimsEnd()
      expect(outcome(await joins('Other Name')), 'the key still belongs to that request').toEqual([422, 'idempotency_mismatch', false])
      const second = await joins()
      expect(outcome(second)).toEqual([status, undefined, false])
      const again = await joins()
      expect([outcome(again), again.body]).toEqual([[status, undefined, true], second.body])
      expect(await ticketsOf(shopper)).toBe(1)
    },
  )

  test('before the answer: its response was kept, so that the same request gets it at once', async () => {
    const { shopper, joins } = await killedAt('before answer')
    const again = await joins()
    expect([outcome(again), again.body.newInfo?.mobile]).toEqual([[201, undefined, true], shopper.mobile])
    expect(await ticketsOf(shopper)).toBe(1)
  })
})
