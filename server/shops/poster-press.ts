import { Worker } from 'node:worker_threads'
import type { PosterLanguage, PosterSize } from '../../contract/poster.wire.ts'
import type { PosterFacts } from './poster-drawing.ts'

/** All that a poster is made of, as plain data. */
export interface PosterJob {
  size: PosterSize
  languages: readonly PosterLanguage[]
  facts: PosterFacts
  /** What the code says. */
  link: string
  now: Date
}

/** How long a poster may take, in ms; it takes about one second. */
const LONGEST_MS = 30_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Prints a poster; null where the shop's name has letters that cannot be printed. Shaping Devanagari keeps a processor busy for most of a
 * second, so it is done in a thread of its own, one poster at a time: the queues of the hall do not wait for it.
 */
export function press(job: PosterJob): Promise<Buffer | null> {
  const next = last.then(
    () => inThread(job),
    () => inThread(job),
  )
  last = next
  return next
}

function inThread(job: PosterJob): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./poster-thread.ts', import.meta.url), { workerData: job, execArgv: [] })
    const late = setTimeout(() => void thread.terminate(), LONGEST_MS)
    thread.once('message', (pdf: Uint8Array | null) => resolve(pdf && Buffer.from(pdf)))
    thread.once('error', reject)
    thread.once('exit', (code) => {
      clearTimeout(late)
      // After a message this comes too late to matter.
      reject(new Error(`the poster's thread ended with ${code} and no poster`))
    })
  })
}
