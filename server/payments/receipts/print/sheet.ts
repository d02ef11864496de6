import { ink, type Paper, print, SHEET, setWords, type Words } from '#server/print/paper.ts'
import type { Code } from '#server/print/qr-code.ts'
import { drawCode } from './code.ts'
import type { PaperWords } from './words.ts'

/** In points, 17 mm. */
const MARGIN = 48
const INNER = SHEET.width - 2 * MARGIN
const RIGHT = SHEET.width - MARGIN
const HAIR = '#c3bcba'

/** A4, dark on white. */
export function drawSheet(paper: Paper, words: PaperWords, code: Code, address: string): void {
  paper.rect(0, 0, SHEET.width, 6).fill(ink.carpet)
  paper.rect(0, 6, SHEET.width, 1.8).fill(ink.gold)
  const head = Math.max(seller(paper, words), title(paper, words))
  let y = facts(paper, words, head + 26)
  y = parties(paper, words, y + 18)
  y = table(paper, words, y + 24)
  y = sums(paper, words, y + 14)
  for (const note of [...words.notes, words.demo].filter((text) => text !== '')) {
    y += put(paper, { text: note, face: 'text', size: 10, color: ink.grey }, MARGIN, y + 16, INNER * 0.8) + 2
  }
  foot(paper, words, code, address)
}

type Style = Omit<Words, 'text'>
const label: Style = { face: 'text', size: 8.5, color: ink.grey }
const value: Style = { face: 'strong', size: 10.5, color: ink.black }
const plain: Style = { face: 'text', size: 10, color: ink.black }

/** Returns the height; 0 for an empty text. */
function put(paper: Paper, words: Words, x: number, y: number, width: number): number {
  if (words.text === '') return 0
  const setting = setWords(paper, words, width)
  print(paper, setting, x, y)
  return setting.height
}

/** Returns where the words end. */
function stack(paper: Paper, lines: readonly Words[], x: number, top: number, width: number): number {
  return lines.reduce((y, words) => y + put(paper, words, x, y, width), top)
}

const rule = (paper: Paper, y: number, color: string = HAIR, width = 0.8) =>
  paper.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(width).stroke(color)

function seller(paper: Paper, words: PaperWords): number {
  drawMark(paper, MARGIN, 38)
  const lines = [
    { ...value, size: 13, text: words.sellerName },
    { ...plain, color: ink.grey, text: words.sellerAddress },
    { ...plain, color: ink.grey, text: words.sellerState },
    { ...plain, face: 'strong' as const, text: words.gstin },
  ]
  return stack(paper, lines, MARGIN + 38, 38, 250)
}

/** The brand's mark: the carpet in perspective with its two gold edges. */
function drawMark(paper: Paper, x: number, y: number): void {
  paper.save().translate(x, y)
  paper.path('M11 3h6l7 22H4z').fill(ink.carpetLit)
  paper.path('M12.6 3h2.8l1.6 22h-6z').fill(ink.carpet)
  paper.lineWidth(1.4).path('M11 3 4 25M17 3l7 22').stroke(ink.gold)
  paper.restore()
}

function title(paper: Paper, words: PaperWords): number {
  const lines: Words[] = [
    { text: words.kind, face: 'display', size: 24, smallest: 14, lines: 1, color: ink.black, align: 'right' },
    { ...plain, color: ink.grey, align: 'right', text: words.kindHint },
  ]
  return stack(paper, lines, RIGHT - 210, 34, 210)
}

function facts(paper: Paper, words: PaperWords, top: number): number {
  const columns = [
    { width: 118, lines: [words.numberWord, words.number] },
    { width: 134, lines: [words.dateWord, words.date] },
    words.original === ''
      ? { width: 117, lines: [words.shopWord, words.shopName] }
      : { width: 117, lines: [words.originalWord, words.original, words.originalDate] },
    { width: 130, lines: [words.paidByWord, words.paidBy, words.reference] },
  ]
  rule(paper, top)
  let x = MARGIN
  let bottom = top
  for (const { width, lines } of columns) {
    const [word = '', fact = '', small = ''] = lines
    const written: Words[] = [
      { ...label, text: word },
      { ...value, text: fact },
      { ...label, text: small, smallest: 6, lines: 1 },
    ]
    bottom = Math.max(bottom, stack(paper, written, x, top + 9, width - 8))
    x += width
  }
  rule(paper, bottom + 7)
  return bottom + 7
}

/** Empty on papers from before these facts were kept. */
function parties(paper: Paper, words: PaperWords, top: number): number {
  const recipient = [
    { ...label, text: words.recipientWord },
    { ...value, size: 12, text: words.recipient },
    { ...plain, text: words.recipientState },
  ]
  const place = [
    { ...label, text: words.placeWord },
    { ...plain, text: words.place },
    { ...plain, text: words.shopName },
  ]
  const left = words.recipient === '' && words.recipientState === '' ? top : stack(paper, recipient, MARGIN, top, INNER / 2 - 16)
  const right = words.place === '' ? top : stack(paper, place, MARGIN + INNER / 2, top, INNER / 2)
  return Math.max(left, right)
}

interface Column {
  width: number
  head: string
  cell: string
  align: 'left' | 'right'
  style: Style
}

function table(paper: Paper, words: PaperWords, top: number): number {
  const right = (width: number, head: string, cell: string, style: Style = plain): Column => ({ width, head, cell, style, align: 'right' })
  const fixed = [
    ...(words.sac === '' ? [] : [right(48, words.sacWord, words.sac)]),
    right(34, words.quantityWord, '1'),
    ...words.columns.map((line, i) => right(i === 0 ? 74 : 66, line.word, line.value, i === words.columns.length - 1 ? value : plain)),
  ]
  const taken = fixed.reduce((sum, { width }) => sum + width, 0)
  const columns: Column[] = [
    { width: 24, head: words.serialWord, cell: '1', align: 'left', style: plain },
    { width: INNER - 24 - taken, head: words.serviceWord, cell: words.service, align: 'left', style: value },
    ...fixed,
  ]
  const row = (y: number, wordsAt: (column: Column) => Words): number => {
    let x = MARGIN
    let bottom = y
    for (const column of columns) {
      const pad = column.align === 'right' ? 6 : 0
      bottom = Math.max(bottom, y + put(paper, { ...wordsAt(column), align: column.align }, x + pad, y, column.width - pad))
      x += column.width
    }
    return bottom
  }
  const headBottom = row(top, ({ head }) => ({ ...label, face: 'strong', smallest: 6, text: head }))
  rule(paper, headBottom + 4, ink.black, 1.1)
  const cells = row(headBottom + 12, ({ cell, style }) => ({ ...style, size: 10, smallest: 7, text: cell }))
  const slotLine = words.slot === '' ? '' : `${words.slotWord}: ${words.slot}`
  const small = [words.tokenLine, slotLine].map((text) => ({ ...label, text }))
  const bottom = stack(paper, small, MARGIN + 24, cells, INNER / 2) + 9
  rule(paper, bottom)
  return bottom
}

function sums(paper: Paper, words: PaperWords, top: number): number {
  const width = 214
  const x = RIGHT - width
  let y = top
  const line = (word: Words, amount: Words) => {
    const height = put(paper, word, x, y, width - 96)
    put(paper, { ...amount, align: 'right' }, RIGHT - 96, y, 96)
    y += height
  }
  for (const { word, value: amount } of words.sums) {
    line({ ...plain, color: ink.grey, text: word }, { ...plain, text: amount })
    y += 4
  }
  paper
    .moveTo(x, y + 2)
    .lineTo(RIGHT, y + 2)
    .lineWidth(1.1)
    .stroke(ink.black)
  y += 8
  line({ ...value, size: 13, text: words.totalLine.word }, { ...value, size: 13, smallest: 9, lines: 1, text: words.totalLine.value })
  return y
}

function foot(paper: Paper, words: PaperWords, code: Code, address: string): void {
  const side = 74
  const top = SHEET.height - MARGIN - side
  paper
    .moveTo(MARGIN, top - 20)
    .lineTo(RIGHT, top - 20)
    .lineWidth(1)
    .dash(4, { space: 3 })
    .stroke(HAIR)
    .undash()
  const token = setWords(paper, { text: words.token, face: 'strong', size: 44, smallest: 24, lines: 1, color: ink.carpet }, 110)
  const width = paper.widthOfString(token.text)
  print(paper, token, MARGIN, top + (side - token.height) / 2)
  put(paper, { ...plain, color: ink.grey, text: words.tokenWord }, MARGIN + width + 12, top + side / 2 - 2, 96)
  const left = MARGIN + 226
  drawCode(paper, code, left, top, side)
  const lines: Words[] = [
    { ...value, size: 10, text: words.lookUp },
    { ...plain, size: 8.5, smallest: 6, lines: 2, text: address },
    { ...label, text: words.unsigned },
    { ...label, text: words.sellerName },
  ]
  stack(paper, lines, left + side + 14, top + 4, RIGHT - left - side - 14)
}
