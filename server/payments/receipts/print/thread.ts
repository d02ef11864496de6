import { parentPort, workerData } from 'node:worker_threads'
import { finish, openSheet, type Paper, withoutUnprintable } from '#server/print/paper.ts'
import { codeOf } from '#server/print/qr-code.ts'
import type { PrintJob } from './press.ts'
import { drawSheet } from './sheet.ts'
import { SLIP_WIDTH, slipParts } from './slip.ts'
import { wordsOf } from './words.ts'

/** The thread of one print: it gets a `PrintJob`, posts the PDF and ends. */
const { paper: issued, size, language, demo, link } = workerData as PrintJob
const code = codeOf(link)
const address = link.replace(/^https?:\/\//, '')
const about = { title: `${issued.number} ${issued.sellerName}`, language, now: new Date(issued.issuedAt) }

/** A paper must be printed in any case, so letters that the faces do not have are left out. */
const words = (on: Paper) => {
  const plain = (text: string) => withoutUnprintable(on, text)
  const { sellerName, sellerAddress, shopName, recipientName } = issued
  const names = { sellerName: plain(sellerName), sellerAddress: plain(sellerAddress), shopName: plain(shopName) }
  return wordsOf({ ...issued, ...names, recipientName: recipientName && plain(recipientName) }, language, demo)
}

/** The slip is as long as its content, which is measured on a sheet that is thrown away. */
function slip(): Paper {
  const draft = openSheet([SLIP_WIDTH, SLIP_WIDTH], about)
  const { height } = slipParts(draft, words(draft), code, address)
  const paper = openSheet([SLIP_WIDTH, height], about)
  slipParts(paper, words(paper), code, address).draw()
  return paper
}

function sheet(): Paper {
  const paper = openSheet('A4', about)
  drawSheet(paper, words(paper), code, address)
  return paper
}

parentPort?.postMessage(await finish(size === 'a4' ? sheet() : slip()))
