import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listTickets } from '#contract/desk/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { type Cluster, makeCluster } from '#scripts/servers/cluster.ts'
import { type AnyReply, type Credentials, send } from '#tests/support/calls/client.ts'
import { type Following, follow } from '#tests/support/people/following.ts'
import { payersAt } from '#tests/support/people/payers.ts'
import { newMobile, ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'

/** A shop that charges a fee and whose queue is empty at first. */
const shop = 'royal-sarees'

describe.skipIf(inject('engine') !== 'postgres')('a database that crashes', () => {
  let cluster: Cluster
  let product: Product
  let owner: Credentials
  let desk: Following
  beforeAll(async () => {
    cluster = await makeCluster()
    await cluster.start()
    // Log lines while the database is away are expected, and would fill the screen.
    product = await killableProduct({ databaseUrl: cluster.url, env: { LOG_LEVEL: 'silent' } })
    await product.start()
    owner = await ownerOf(product.address)
    desk = await follow(product.address, owner, { shopId: shop, staff: true })
  })
  afterAll(async () => {
    desk.close()
    await product.cleanUp()
    await cluster.cleanUp()
  })

  const readQueue = () => send(product.address, listTickets, { id: shop }, owner)

  /** Reads and writes without a pause, from before the crash until after the restart; keeps every answer. */
  function keepAsking() {
    const answers: AnyReply[] = []
    let over = false
    const askCode = () => send(product.address, sendOtp, { body: { mobile: newMobile(), name: 'Asha Verma', email: 'asha@example.in' } })
    const loops = [readQueue, readQueue, askCode, askCode].map(async (ask) => {
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

  test('loses nothing that was acknowledged; until it is back each call gets a 503 with Retry-After, and the process stays alive', async () => {
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
      expect(body).toMatchObject({ success: false, code: 'unavailable', message: 'We’ll be back in a moment. Please try again.' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(answers.at(-1)?.status, 'the database is back').toBe(200)
    expect([probe?.status, page?.status]).toEqual([503, 503])
    expect(await page?.text()).toContain('We’ll be back in a moment')

    expect(product.alive(), 'the process is still alive').toBe(true)
    await payers.expectKept()
    await product.look(async ({ db }) => {
      const numbered = await db.selectFrom('ticket').select('number').where('shopId', '=', shop).orderBy('number').execute()
      const numbers = numbered.flatMap(({ number }) => (number === null ? [] : [number]))
      expect(numbers).toEqual(Array.from(numbers, (_, i) => i + 1))
      const receipts = await db.selectFrom('receipt').select('serial').where('shopId', '=', shop).orderBy('serial').execute()
      expect(receipts.map(({ serial }) => serial)).toEqual(numbers)
    })
  })

  test('leaves no screen out of date: open sockets get all events after its restart, without a missing sequence number', async () => {
    const paid = await paidShopper(product.address, shop)
    await eventually(() => desk.table.get(paid.ticketId))
    const stream = [...new Set(desk.seqs)]
    expect(stream).toEqual(Array.from(stream, (_, i) => (stream[0] ?? 0) + i))
    expect(desk.connections(), 'the socket never broke').toBe(1)
    const list = (await readQueue()).body.map(({ _id }) => _id)
    await eventually(() => (list.every((id) => desk.table.has(String(id))) ? true : undefined), 10_000)
  })

  test('does not prevent the process from stopping while it is away', async () => {
    await cluster.crash()
    expect(await product.stop()).toBe(0)
    await cluster.start()
    await product.start()
    expect((await readQueue()).status).toBe(200)
  })
})
