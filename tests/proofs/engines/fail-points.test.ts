import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { isAtRest, readBooks } from '#tests/history/books.ts'
import { brokenPromises } from '#tests/history/history.ts'
import { ask } from '#tests/support/calls/client.ts'
import { insist, joinersAt, payersAt } from '#tests/support/people/payers.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { failPoints } from '#tests/support/server/fail-points.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'

const shop = 'royal-sarees'
/** The test makes it free. */
const freeShop = 'lotus-books'

let product: Product
beforeAll(async () => {
  product = await killableProduct()
  await product.start('to fail')
})
afterAll(() => product.cleanUp())

describe('a server that is killed while it captures or joins', () => {
  test.each(failPoints)('%s: shoppers who got a number keep it, the others get the next ones, and the records agree', async (point) => {
    const payers = payersAt(product.address, shop)
    const died = product.failAt(point, 'capture')
    const paying = payers.rush({ many: 6, after: 1, happens: async () => {} })
    expect(await died, 'the fail point was reached').toBe('SIGKILL')
    await product.start('to fail')
    await paying
    await payers.expectKept()
  })

  let joiners: ReturnType<typeof joinersAt> | undefined
  test.each(['before commit', 'after commit', 'before answer'] as const)(
    '%s of a join: shoppers who got a number keep it, the others get the next ones, and no number is lost',
    async (point) => {
      const owner = await insist(() => ownerOf(product.address))
      await ask(product.address, changeSettings, { id: freeShop, body: { baseFeePaise: 0 } }, owner)
      joiners ??= joinersAt(product.address, freeShop)
      const died = product.failAt(point, 'join')
      const joining = joiners.rush({ many: 6, after: 1, happens: async () => {} })
      expect(await died, 'the fail point was reached').toBe('SIGKILL')
      await product.start('to fail')
      await joining
      await joiners.expectKept()
    },
  )

  test('many times has numbers and receipts without a gap, a duplicate or a loss', async () => {
    await product.kill()
    await product.start()
    // The last events must be handled before the records are read.
    await eventually(async () => ((await fetch(`${product.address}/ready`)).ok ? true : undefined))
    await eventually(async () => {
      await product.stop()
      const rest = await product.look(isAtRest)
      if (rest) return true
      await product.start()
      return undefined
    })
    const books = await product.look((database) => readBooks(database, [shop]))
    expect(books.tickets.filter(({ number }) => number !== null)).toHaveLength(failPoints.length * 6)
    expect(brokenPromises({ operations: [], freeShops: [], holds: [], readAt: 0, countdownMs: 0, shown: [], books })).toEqual([])
  })
})
