import { createHash } from 'node:crypto'
import { Refusal } from '#contract/base/errors.ts'
import type { PosterLanguage } from '#contract/poster/calls.ts'
import type { PosterSize } from '#contract/poster/poster.ts'
import { fairLimit } from '#server/kit/limit.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import { keepDrawn } from '#server/print/drawn.ts'
import { drawInThread } from '#server/print/in-thread.ts'
import type { PosterFacts } from './drawing.ts'

export interface PosterJob {
  size: PosterSize
  languages: readonly PosterLanguage[]
  facts: PosterFacts
  link: string
  now: Date
}

const turn = fairLimit(limitsOfCalls.posters)

/** 16 MB per node; a poster has about 60 kB. */
const drawn = keepDrawn(16 * 1024 * 1024)

/**
 * Returns a PDF; null if the shop's name has letters that cannot be printed. Posters are drawn in a separate thread, one at a time; malls
 * take turns. The same poster is drawn once a day. Refuses with `quota_posters` if this account, or all together, have too many posters
 * waiting.
 */
export function press(job: PosterJob, by: { accountId: string; mallId: string }): Promise<Buffer | null> {
  // Only the document's properties have the time, so it is not part of the key. The date of the price is one of the facts.
  const { now: _now, ...facts } = job
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  return drawn(key, () => {
    const draw = turn({ asker: by.accountId, group: by.mallId }, () => drawInThread(new URL('./thread.ts', import.meta.url), job))
    if (draw === null) throw new Refusal('quota_posters', { retryAfterSeconds: 5 })
    return draw
  })
}
