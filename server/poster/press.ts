import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#contract/base/errors.ts'
import type { PosterLanguage } from '#contract/poster/calls.ts'
import type { PosterSize } from '#contract/poster/poster.ts'
import { fairLimit } from '#server/kit/limit.ts'
import type { PosterFacts } from './drawing.ts'

/** All data of a poster, as plain values. */
export interface PosterJob {
  size: PosterSize
  languages: readonly PosterLanguage[]
  facts: PosterFacts
  /** The link in the code. */
  link: string
  now: Date
}

/** How long a poster may take, in ms; it takes about one second. */
const LONGEST_MS = 30_000

/** How many posters of one account, and of all, may wait or be drawn at a time on a node. */
const turn = fairLimit({ perAsker: 4, inAll: 60 })

/** The size of a node's cache of posters, in bytes; one poster has about 60 kB. */
const SHELF_BYTES = 16 * 1024 * 1024
const shelf = new Map<string, Buffer>()
let shelved = 0
/** Posters in flight, by the hash of their data. */
const drawing = new Map<string, Promise<Buffer | null>>()

/**
 * Returns a poster as a PDF; null if the shop's name has letters that cannot be printed. Shaping Devanagari keeps a processor busy for most
 * of a second, so it runs in a separate thread, one poster at a time: other requests do not wait for it. Malls take turns. The same poster
 * is drawn once a day. Refuses with `quota_posters` if this account, or all together, have too many posters waiting.
 */
export function press(job: PosterJob, by: { accountId: string; mallId: string }): Promise<Buffer | null> {
  // The time appears only in the document's properties, so it is not part of the key. The date of the price is one of the facts.
  const { now: _now, ...facts } = job
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const kept = shelf.get(key)
  if (kept) return Promise.resolve(kept)
  const begun = drawing.get(key) ?? turn({ asker: by.accountId, group: by.mallId }, () => inThread(job))
  if (begun === null) return Promise.reject(new Refusal('quota_posters', { retryAfterSeconds: 5 }))
  if (!drawing.has(key)) {
    drawing.set(key, begun)
    begun
      .then((pdf) => keep(key, pdf))
      .catch(() => {})
      .finally(() => drawing.delete(key))
  }
  return begun
}

function keep(key: string, pdf: Buffer | null): void {
  if (pdf === null) return
  shelf.set(key, pdf)
  shelved += pdf.length
  for (const [oldest, { length }] of shelf) {
    if (shelved <= SHELF_BYTES) break
    shelf.delete(oldest)
    shelved -= length
  }
}

function inThread(job: PosterJob): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: job, execArgv: [] })
    const late = setTimeout(() => void thread.terminate(), LONGEST_MS)
    thread.once('message', (pdf: Uint8Array | null) => resolve(pdf && Buffer.from(pdf)))
    thread.once('error', reject)
    thread.once('exit', (code) => {
      clearTimeout(late)
      // After a message this has no effect: the promise is settled.
      reject(new Error(`the poster's thread ended with code ${code} and without a poster`))
    })
  })
}
