import { type Paper, print, setWords, type Words } from '#server/print/paper.ts'
import type { Code } from '#server/print/qr-code.ts'
import { drawCode } from './code.ts'
import type { Line, PaperWords } from './words.ts'

/** In points: a roll of 80 mm, of which a printer reaches 72 mm. */
export const SLIP_WIDTH = 226.77
const MARGIN = 11.34
const INNER = SLIP_WIDTH - 2 * MARGIN
/** Two dots of a printer with 203 dots an inch: thinner lines break. */
const TWO_DOTS = 0.71
/** 34 mm. */
const CODE = 96.4
/** Such printers have one colour. */
const BLACK = '#000000'

/** Measured first, because the paper is as long as its content. */
interface Part {
  height: number
  draw(y: number): void
}

const centred = (text: string, size: number, face: Words['face'] = 'text'): Words => ({ text, face, size, color: BLACK, align: 'center' })

export function slipParts(paper: Paper, words: PaperWords, code: Code, address: string): { height: number; draw(): void } {
  const text = (part: Words): Part => {
    if (part.text === '') return space(0)
    const setting = setWords(paper, part, INNER)
    return { height: setting.height, draw: (y) => print(paper, setting, MARGIN, y) }
  }
  const pair = ({ word, value }: Line, size = 9.5, face: Words['face'] = 'text'): Part => {
    if (value === '') return space(0)
    const left = setWords(paper, { text: word, face, size, color: BLACK }, INNER * 0.44)
    const right = setWords(paper, { text: value, face: 'strong', size, color: BLACK, align: 'right' }, INNER * 0.54)
    return {
      height: Math.max(left.height, right.height) + 1,
      draw(y) {
        print(paper, left, MARGIN, y)
        print(paper, right, MARGIN + INNER * 0.46, y)
      },
    }
  }
  const rule = (dashed: boolean): Part => ({
    height: 9,
    draw(y) {
      const line = paper
        .moveTo(MARGIN, y + 4)
        .lineTo(MARGIN + INNER, y + 4)
        .lineWidth(2 * TWO_DOTS)
      if (dashed) line.dash(5, { space: 4 }).stroke(BLACK).undash()
      else line.stroke(BLACK)
    },
  })
  const [first, ...others] = words.sums
  const parts: Part[] = [
    text(centred(words.shopName, 16, 'strong')),
    text(centred(words.sellerName, 9.5)),
    text(centred(words.sellerAddress, 9)),
    text(centred(words.sellerState, 9)),
    text(centred(words.gstin, 9.5)),
    rule(false),
    text(centred(words.kind, 13, 'strong')),
    text(centred(words.kindHint, 8)),
    rule(false),
    pair({ word: words.numberWord, value: words.number }),
    pair({ word: words.dateWord, value: words.date }),
    pair({ word: words.originalWord, value: words.original }),
    text({ text: words.originalDate, face: 'text', size: 8.5, color: BLACK, align: 'right' }),
    pair({ word: words.recipientWord, value: words.recipient }),
    pair({ word: words.placeWord, value: words.place }),
    rule(true),
    text({ text: words.service, face: 'strong', size: 9.5, color: BLACK }),
    pair({ word: words.sacWord, value: words.sac }),
    pair({ word: words.quantityWord, value: '1' }),
    ...[first, ...others].flatMap((line) => (line === undefined ? [] : [pair(line)])),
    rule(true),
    pair(words.totalLine, 13, 'strong'),
    pair({ word: words.paidByWord, value: words.paidBy }),
    text({ text: words.reference, face: 'text', size: 7.5, smallest: 5, lines: 1, color: BLACK, align: 'right' }),
    ...words.notes.map((note) => text({ text: note, face: 'text', size: 8.5, color: BLACK })),
    rule(true),
    text(centred(words.tokenWord, 9.5, 'strong')),
    text(centred(words.token, 42, 'strong')),
    text(centred(words.slot === '' ? '' : words.slotWord, 9.5, 'strong')),
    text(centred(words.slot, 11, 'strong')),
    space(4),
    { height: CODE + 8, draw: (y) => drawCode(paper, code, (SLIP_WIDTH - CODE) / 2, y, CODE, BLACK) },
    text({ ...centred(address, 8), smallest: 5, lines: 2 }),
    text(centred(words.unsigned, 8)),
    text(centred(words.demo, 8.5, 'strong')),
  ]
  return {
    height: parts.reduce((sum, { height }) => sum + height, 2 * MARGIN),
    draw() {
      let y = MARGIN
      for (const part of parts) {
        part.draw(y)
        y += part.height
      }
    },
  }
}

const space = (height: number): Part => ({ height, draw: () => undefined })
