import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../support/app.ts'
import { type Cluster, testCluster } from '../support/cluster.ts'
import { type Following, follow } from '../support/following.ts'
import { payersAt } from '../support/payers.ts'
import { type Answer, type Credentials, call, newMobile, ownerOf, paidShopper } from '../support/people.ts'
import { killableProduct, type Product } from '../support/product.ts'

/** PostgreSQL crashes under load and comes back: what the product says meanwhile, and what is there afterwards. */

/** Charges a fee, and nobody stands in its queue at first. */
const shop = 'royal-sarees'
const LONG = 120_000

describe.skipIf(inject('engine') !== 'postgres')('a database that crashes', () => {
  let cluster: Cluster
  let product: Product
  let owner: Credentials
  let desk: Following
  beforeAll(async () => {
    cluster = await testCluster()
    await cluster.start()
    // What it logs while the database is away is meant to be, and would fill the screen.
    product = await killableProduct({ databaseUrl: cluster.url, env: { LOG_LEVEL: 'silent' } })
    await product.start()
    owner = await ownerOf(product.address)
    desk = await follow(product.address, owner, { shopId: shop, staff: true })
  }, LONG)
  afterAll(async () => {
    desk.close()
    await product.cleanUp()
    await cluster.cleanUp()
  }, LONG)

  const readQueue = () => call(product.address, 'GET', `/api/get-data/${shop}`, undefined, owner)

  /** Reads and writes without a pause, from before the crash until after the return; keeps every answer. */
  function keepAsking() {
    const answers: Answer[] = []
    let over = false
    const send = () => call(product.address, 'POST', '/api/send-otp', { mobile: newMobile(), name: 'Asha Verma', email: 'asha@example.in' })
    const loops = [readQueue, readQueue, send, send].map(async (ask) => {
      while (!over) answers.push(await ask())
    })
    return {
      stop: async () => {
        over = true
        await Promise.all(loops)
        return answers
      },
    }
  }

  test(
    'costs nothing that was acknowledged; meanwhile every call says 503 and when to come back, and the process lives on',
    async () => {
      const payers = payersAt(product.address, shop)
      const asking = keepAsking()
      let probe: Response | undefined
      let page: Response | undefined
      await payers.rush({
        many: 40,
        after: 8,
        happens: async () => {
          await cluster.crash()
          await pause(1000)
          probe = await fetch(`${product.address}/ready`)
          page = await fetch(`${product.address}/${shop}`, { headers: { accept: 'text/html' } })
          await cluster.start()
        },
      })
      const answers = await asking.stop()
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 503])
      for (const { body, headers } of answers.filter(({ status }) => status === 503)) {
        expect(body).toMatchObject({ success: false, code: 'unavailable', message: 'We are back in a moment. Please try again.' })
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(answers.at(-1)?.status, 'it is back').toBe(200)
      expect([probe?.status, page?.status]).toEqual([503, 503])
      expect(await page?.text()).toContain('We are back in a moment')

      expect(product.alive(), 'the process lives on').toBe(true)
      await payers.expectKept()
      await product.look(async ({ db }) => {
        const numbered = await db.selectFrom('ticket').select('number').where('shop_id', '=', shop).orderBy('number').execute()
        const numbers = numbered.flatMap(({ number }) => (number === null ? [] : [number]))
        expect(numbers).toEqual(Array.from(numbers, (_, i) => i + 1))
        const receipts = await db.selectFrom('receipt').select('serial').where('shop_id', '=', shop).orderBy('serial').execute()
        expect(receipts.map(({ serial }) => serial)).toEqual(numbers)
      })
    },
    LONG,
  )

  test(
    'leaves no screen behind: sockets that stayed open hear what happens after its return, without a number missing',
    async () => {
      const paid = await paidShopper(product.address, shop)
      await eventually(() => desk.table.get(paid.ticketId), 10_000)
      const stream = [...new Set(desk.seqs)]
      expect(stream).toEqual(Array.from(stream, (_, i) => (stream[0] ?? 0) + i))
      expect(desk.connections(), 'the socket never broke').toBe(1)
      const list = (await readQueue()).list.map(({ _id }) => _id)
      await eventually(() => (list.every((id) => desk.table.has(String(id))) ? true : undefined), 10_000)
    },
    LONG,
  )

  test(
    'that is away at a stop does not keep the process',
    async () => {
      await cluster.crash()
      expect(await product.stop()).toBe(0)
      await cluster.start()
      await product.start()
      expect((await readQueue()).status).toBe(200)
    },
    LONG,
  )
})
