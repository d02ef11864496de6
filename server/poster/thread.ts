import { parentPort, workerData } from 'node:worker_threads'
import { finish, openPaper, printable } from '#server/print/paper.ts'
import { codeOf } from '#server/print/qr-code.ts'
import { drawPoster, posterTitle } from './drawing.ts'
import type { PosterJob } from './press.ts'

/** Gets a `PosterJob`, posts the PDF or null, and ends. */
const { size, languages, facts, link, now } = workerData as PosterJob
const [language = 'en'] = languages
const paper = openPaper(size, { title: posterTitle(facts.shop.name, language), language, now })
const name = printable(paper, facts.shop.name)
if (name === null) parentPort?.postMessage(null)
else {
  const shop = { ...facts.shop, name, place: printable(paper, facts.shop.place) ?? '' }
  const words = {
    ...facts,
    shop,
    mallTitle: facts.mallTitle && printable(paper, facts.mallTitle),
    counter: facts.counter && printable(paper, facts.counter),
  }
  drawPoster(paper, words, languages, codeOf(link))
  parentPort?.postMessage(await finish(paper))
}
