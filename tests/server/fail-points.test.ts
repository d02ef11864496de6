import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAtRest, readBooks } from '../history/books.ts'
import { brokenPromises } from '../history/history.ts'
import { eventually } from '../support/app.ts'
import { failPoints } from '../support/fail-points.ts'
import { payersAt } from '../support/payers.ts'
import { killableProduct, type Product } from '../support/product.ts'

const shop = 'royal-sarees'
const LONG = 120_000

let product: Product
beforeAll(async () => {
  product = await killableProduct()
  await product.start('to fail')
}, LONG)
afterAll(() => product.cleanUp())

describe('a server that is killed while it captures', () => {
  test.each(failPoints)(
    '%s: who had been told a number keeps it, the others get the next ones, and the books agree',
    async (point) => {
      const payers = payersAt(product.address, shop)
      const died = product.failAt(point)
      const paying = payers.rush({ many: 6, after: 1, happens: async () => {} })
      expect(await died, 'the fail point was reached').toBe('SIGKILL')
      await product.start('to fail')
      await paying
      await payers.expectKept()
    },
    LONG,
  )

  test(
    'again and again has books without a gap, a duplicate or a loss',
    async () => {
      await product.kill()
      await product.start()
      // what was relayed last is told before the books are closed
      await eventually(async () => ((await fetch(`${product.address}/ready`)).ok ? true : undefined))
      await eventually(async () => {
        await product.stop()
        const rest = await product.look(isAtRest)
        if (rest) return true
        await product.start()
        return undefined
      }, LONG)
      const books = await product.look((database) => readBooks(database, [shop]))
      expect(books.tickets.filter(({ number }) => number !== null)).toHaveLength(failPoints.length * 6)
      expect(brokenPromises({ operations: [], shown: [], books })).toEqual([])
    },
    LONG,
  )
})
