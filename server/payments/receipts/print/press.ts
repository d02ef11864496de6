import { Refusal } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import { type PaperSize, type PublicPaper, paperPaths } from '#contract/payments/paper.ts'
import type { Deps } from '#server/deps.ts'
import { fairLimit } from '#server/kit/limit.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import { keepDrawn } from '#server/print/drawn.ts'
import { drawInThread } from '#server/print/in-thread.ts'

/** All data of a print, as plain values. */
export interface PrintJob {
  paper: PublicPaper
  size: PaperSize
  language: Locale
  demo: boolean
  /** The public page of the paper. */
  link: string
}

const turn = fairLimit(limitsOfCalls.prints)

/** A node keeps 8 MB of prints; one has about 40 kB. */
const drawn = keepDrawn(8 * 1024 * 1024)

/**
 * Draws in a separate thread, one at a time. Network addresses take turns. A print is drawn once and then kept for a while. Refuses with
 * `rate_limited` if this address, or all together, have too many prints waiting.
 */
export async function printPaper(
  { config }: Pick<Deps, 'config'>,
  paper: PublicPaper,
  { size, locale }: { size: PaperSize; locale: Locale },
  asker: string,
): Promise<Buffer> {
  const link = new URL(paperPaths.page(paper.code), config.publicUrl).href
  const job: PrintJob = { paper, size, language: locale, demo: config.mode === 'demo', link }
  const pdf = await drawn(JSON.stringify(job), () => {
    const draw = turn({ asker, group: asker }, () => drawInThread(new URL('./thread.ts', import.meta.url), job))
    if (draw === null) throw new Refusal('rate_limited', { retryAfterSeconds: 5 })
    return draw
  })
  if (pdf === null) throw new Error('the print of a paper is empty')
  return pdf
}
