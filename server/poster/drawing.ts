import { languages } from '#contract/base/locale.ts'
import { type Fee, rupees } from '#contract/base/money.ts'
import { zoned } from '#contract/base/zoned.ts'
import type { PosterLanguage } from '#contract/poster/calls.ts'
import { ink, type Paper, print, type Setting, SHEET, setWords, type Words } from '#server/print/paper.ts'
import { type Code, QUIET_ZONE } from '#server/print/qr-code.ts'
import type { Shop } from '#server/shops/service.ts'
import type { PosterTexts } from '#texts/en/poster.ts'
import { type Say, sayInEach } from '#texts/speak.ts'
import { drawArrival, drawMark, drawPass } from './art.ts'

/** Facts of a shop, or of a mall's entrance, which has no fee. Every text is printable. */
export interface PosterFacts {
  shop: Pick<Shop, 'name' | 'place' | 'refundOnLeave' | 'promiseMinutes'> & { hasSlots: boolean } & { fee: Fee | null }
  mallTitle: string | null
  counter: string | null
  /** Without its scheme; for people who cannot scan. */
  address: string
  /** The date of the price, `2026-11-21`. */
  pricedOn: string
}

const says = await sayInEach<PosterTexts>((language) => import(`#texts/${language}/poster.ts`))

export const posterTitle = (shop: string, language: PosterLanguage): string => says[language]('title', { shop })

/** In points, 14 mm of an A4 sheet. Printers often cannot reach it and scissors may cut it off, so it holds nothing important. */
const MARGIN = 40
const INNER = SHEET.width - 2 * MARGIN
const LARGEST_CODE = 330
/** About the height of the caption, in points. */
const CAPTION = 40
/** The gold frame around the code and the space around it, in points. */
const FRAME = 24

/** The shop is drawn from the top, the price and the steps from the foot. The code gets the remaining space. */
export function drawPoster(paper: Paper, facts: PosterFacts, languages: readonly PosterLanguage[], code: Code): void {
  const says = wordsIn(languages)
  const head = headOf(paper, facts, says)
  const foot = footOf(paper, facts, says)
  const price = priceOf(paper, facts, says)
  const steps = stepsOf(paper, facts, says)

  const footTop = SHEET.height - MARGIN - foot.height
  const priceTop = footTop - 14 - price.height
  const stepsTop = priceTop - 18 - steps.height
  const headBottom = MARGIN + head.height
  const room = stepsTop - headBottom
  // The caption's lines depend on the code's width, and the width on the lines. So this assumes the narrower code.
  const caption = captionOf(paper, facts, says, Math.min(LARGEST_CODE, room - CAPTION - 2 * FRAME) - 20)
  const side = Math.min(LARGEST_CODE, room - caption.height - 2 * FRAME)
  const codeTop = headBottom + (room - side - caption.height) / 2

  drawArrival(paper, { top: codeTop, side, height: side + caption.height, feet: stepsTop })
  head.draw(MARGIN)
  drawCode(paper, code, (SHEET.width - side) / 2, codeTop, side)
  caption.draw(codeTop + side)
  steps.draw(stepsTop)
  price.draw(priceTop)
  foot.draw(footTop)
}

/** Measured first and drawn afterwards. */
interface Part {
  height: number
  draw(top: number): void
}

type Spoken = (text: (say: Say<PosterTexts>, language: PosterLanguage) => string) => string[]
const wordsIn =
  (languages: readonly PosterLanguage[]): Spoken =>
  (text) =>
    languages.map((language) => text(says[language], language))

function column(paper: Paper, settings: readonly Setting[], x: number, gap = 4): Part {
  return {
    height: settings.reduce((sum, { height }) => sum + height, 0) + gap * Math.max(0, settings.length - 1),
    draw(top) {
      let y = top
      for (const setting of settings) {
        print(paper, setting, x, y)
        y += setting.height + gap
      }
    },
  }
}

function headOf(paper: Paper, { shop, mallTitle }: PosterFacts, says: Spoken): Part {
  const centred = (words: Words) => setWords(paper, { ...words, align: 'center' }, INNER)
  const [first = ''] =
    mallTitle === null
      ? [shop.place]
      : says((say) => (shop.place === '' ? say('at', { mall: mallTitle }) : say('atPlace', { mall: mallTitle, place: shop.place })))
  const lines = column(
    paper,
    [
      ...(first === '' ? [] : [centred({ text: first, face: 'text', size: 15, smallest: 10, lines: 2, color: ink.gold })]),
      ...says((say) => say('promise')).map((text) =>
        centred({ text, face: 'display', size: 19, smallest: 14, lines: 2, color: ink.goldPale }),
      ),
    ],
    MARGIN,
    4,
  )
  const name = centred({ text: shop.name, face: 'display', size: 64, smallest: 16, lines: 2, color: ink.white })
  // The face leaves a third of its size below the letters; half of that is enough.
  const nameHeight = name.height - name.size / 6 + 4
  const brand = setWords(paper, { text: 'Red Carpet', face: 'strong', size: 13, color: ink.goldSoft }, INNER)
  const brandWidth = 32 + paper.widthOfString(brand.text)
  const mark = 26
  return {
    height: mark + nameHeight + lines.height,
    draw(top) {
      const left = (SHEET.width - brandWidth) / 2
      drawMark(paper, left, top - 6)
      print(paper, brand, left + 32, top)
      print(paper, name, MARGIN, top + mark)
      lines.draw(top + mark + nameHeight)
    },
  }
}

/** The quiet zone keeps the print around the code from disturbing scanners. */
function drawCode(paper: Paper, code: Code, x: number, y: number, side: number): void {
  const module = side / (code.size + 2 * QUIET_ZONE)
  const at = (modules: number) => (modules + QUIET_ZONE) * module
  for (const run of code.runs) paper.rect(x + at(run.x), y + at(run.y), run.length * module, module)
  // One path and one fill: squares filled one by one show hairlines between them.
  paper.fill(ink.black)
}

/** The counter where the code hangs, and the address for people who cannot scan. */
function captionOf(paper: Paper, { counter, address }: PosterFacts, says: Spoken, width: number): Part {
  const centred = (words: Words) => setWords(paper, { ...words, align: 'center' }, width)
  const settings = [
    ...(counter === null ? [] : [centred({ text: counter, face: 'strong', size: 18, smallest: 11, lines: 1, color: ink.carpet })]),
    centred({
      text: `${says((say) => say('orOpen')).join(' · ')}  ${address}`,
      face: 'text',
      size: 11,
      smallest: 6,
      lines: 1,
      color: ink.grey,
    }),
  ]
  const lines = column(paper, settings, (SHEET.width - width) / 2, 2)
  return { height: lines.height + 4, draw: (top) => lines.draw(top - 8) }
}

function stepsOf(paper: Paper, { shop }: PosterFacts, says: Spoken): Part {
  const second = shop.fee === null ? 'stepChoose' : shop.fee.totalPaise === 0 ? 'stepToken' : 'stepPay'
  const steps = [
    [says((say) => say('stepScan')), says((say) => say('stepScanHint'))],
    [says((say) => say(second)), says((say) => say(shop.fee === null ? 'stepChooseHint' : 'stepTokenHint'))],
    [says((say) => say('stepCome')), says((say) => say('stepComeHint'))],
  ] as const
  const gap = 18
  const width = (INNER - 2 * gap) / 3
  const columns = steps.map(([titles, hints], i) => {
    const x = MARGIN + i * (width + gap)
    const centred = (words: Words) => setWords(paper, { ...words, align: 'center' }, width)
    const titleLines = titles.map((text) => centred({ text, face: 'strong', size: 16, smallest: 10, lines: 2, color: ink.white }))
    // With one language, a sentence is under the title. With two, it is left out, so that the code stays large.
    const hintLines =
      titles.length > 1 ? [] : hints.map((text) => centred({ text, face: 'text', size: 12, smallest: 8, lines: 3, color: ink.goldPale }))
    return { x, part: column(paper, [...titleLines, ...hintLines], x, 3) }
  })
  const badge = 30
  const height = badge + 8 + Math.max(...columns.map(({ part }) => part.height))
  return {
    height,
    draw(top) {
      columns.forEach(({ x, part }, i) => {
        const middle = x + width / 2
        paper
          .circle(middle, top + badge / 2, badge / 2)
          .lineWidth(1.4)
          .fillAndStroke(ink.deep, ink.gold)
        const number = setWords(paper, { text: String(i + 1), face: 'strong', size: 16, color: ink.goldSoft, align: 'center' }, badge)
        print(paper, number, middle - badge / 2, top + (badge - number.height) / 2)
        part.draw(top + badge + 8)
      })
    },
  }
}

function priceOf(paper: Paper, { shop }: PosterFacts, says: Spoken): Part {
  return shop.fee === null ? pricesOf(paper, says) : feeOf(paper, { ...shop, fee: shop.fee }, says)
}

/** For a mall's entrance: each shop has its own price. */
function pricesOf(paper: Paper, says: Spoken): Part {
  const lines = column(
    paper,
    says((say) => say('eachPrice')).map((text) =>
      setWords(paper, { text, face: 'text', size: 14, smallest: 9, lines: 2, color: ink.goldPale, align: 'center' }, INNER),
    ),
    MARGIN,
  )
  return { height: lines.height + 12, draw: (top) => lines.draw(top + 6) }
}

function feeOf(paper: Paper, shop: PosterFacts['shop'] & { fee: Fee }, says: Spoken): Part {
  const { fee, refundOnLeave, promiseMinutes, hasSlots } = shop
  const { basePaise, extraPaise, totalPaise, taxBasisPoints } = fee
  const free = totalPaise === 0
  const pad = 18
  const left = 224
  const right = INNER - left - 3 * pad
  const label = says((say) => say(free ? 'free' : 'fee')).join(' · ')
  const sum = extraPaise > 0 ? `${rupees(basePaise)} + ${rupees(extraPaise)}` : rupees(basePaise)
  const totals = says((say) =>
    taxBasisPoints !== null && extraPaise > 0
      ? say('totalGst', { total: rupees(totalPaise), rate: taxBasisPoints / 100 })
      : say('total', { total: rupees(totalPaise) }),
  )
  const small = (text: string) => setWords(paper, { text, face: 'text', size: 11, smallest: 8, lines: 2, color: ink.goldPale }, left)
  const priceLines = free
    ? says((say) => say('free')).map((text) =>
        setWords(paper, { text, face: 'display', size: 26, smallest: 14, lines: 1, color: ink.goldSoft }, left),
      )
    : [
        setWords(paper, { text: label, face: 'text', size: 12, smallest: 8, lines: 1, color: ink.gold }, left),
        setWords(paper, { text: sum, face: 'strong', size: 30, smallest: 14, lines: 1, color: ink.goldSoft }, left),
        ...(extraPaise > 0 ? totals.map(small) : []),
      ]
  const price = column(paper, priceLines, MARGIN + pad, 1)
  const sentence = (text: string) => setWords(paper, { text, face: 'text', size: 13, smallest: 9, lines: 3, color: ink.white }, right)
  const promise = free || promiseMinutes === null ? [] : says((say) => say('calledWithin', { count: promiseMinutes }))
  const booked = !free && refundOnLeave && hasSlots ? says((say) => say('refundBooked')) : []
  const rules = [...promise, ...says((say) => say(free ? 'nothingToPay' : refundOnLeave ? 'refundYes' : 'refundNo')), ...booked].map(
    sentence,
  )
  const rule = column(paper, rules, MARGIN + 2 * pad + left + pad / 2, 5)
  const height = Math.max(price.height, rule.height) + 2 * 12
  return {
    height,
    draw(top) {
      drawPass(paper, { x: MARGIN, y: top, width: INNER, height, notch: MARGIN + pad + left + pad })
      price.draw(top + (height - price.height) / 2)
      rule.draw(top + (height - rule.height) / 2)
    },
  }
}

function footOf(paper: Paper, { shop, pricedOn }: PosterFacts, says: Spoken): Part {
  if (shop.fee === null || shop.fee.totalPaise === 0) return { height: 0, draw: () => undefined }
  const date = (language: PosterLanguage) => zoned(`${pricedOn}T12:00:00Z`, languages[language].format, 'UTC', { dateStyle: 'long' })
  const text = says((say, language) => say('asOf', { date: date(language) })).join('   ')
  const line = setWords(paper, { text, face: 'text', size: 9, smallest: 8, lines: 2, color: ink.gold, align: 'center' }, INNER)
  return column(paper, [line], MARGIN)
}
