import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzipped } from './send-html.ts'

const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'binary', maxLength: 200 }),
  // Long, and with repetitions, also over the border of the window.
  fc.tuple(fc.string({ maxLength: 40 }), fc.integer({ min: 1, max: 3000 })).map(([piece, times]) => piece.repeat(times)),
)

test('a document in three parts is one gzip file of the whole, also the second time', () => {
  fc.assert(
    fc.property(text, text, text, (before, shared, after) => {
      const html = { before, shared, after }
      // A lone surrogate becomes U+FFFD as UTF-8, as in every response.
      const whole = Buffer.from(before + shared + after).toString()
      fc.pre(whole === [before, shared, after].map((part) => Buffer.from(part).toString()).join(''))
      expect(gunzipSync(gzipped(html)).toString()).toBe(whole)
      expect(gunzipSync(gzipped(html)).toString()).toBe(whole)
    }),
  )
})
