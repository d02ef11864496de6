import { type Locale, languages } from '#contract/base/locale.ts'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import type { PublicPaper } from '#contract/payments/paper.ts'
import { roundOffOf, stateOf, sumLines } from '#contract/payments/taxes.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { StateTexts } from '#texts/en/states.ts'
import { catalogueInEach, sayInEach } from '#texts/speak.ts'

const says = await sayInEach<ReceiptTexts>((language) => import(`#texts/${language}/receipt.ts`))
const states = await catalogueInEach<StateTexts>((language) => import(`#texts/${language}/states.ts`))

export interface Line {
  word: string
  value: string
}

/** An empty text is left out. */
export interface PaperWords {
  language: Locale
  kind: string
  /** Under the kind: which copy it is, or which law it follows. */
  kindHint: string
  numberWord: string
  number: string
  dateWord: string
  date: string
  sellerName: string
  sellerAddress: string
  sellerState: string
  gstin: string
  shopWord: string
  shopName: string
  paidByWord: string
  paidBy: string
  reference: string
  originalWord: string
  original: string
  originalDate: string
  recipientWord: string
  recipient: string
  recipientState: string
  placeWord: string
  place: string
  service: string
  tokenLine: string
  slotWord: string
  slot: string
  serialWord: string
  serviceWord: string
  sacWord: string
  sac: string
  quantityWord: string
  /** The columns of the table: the amounts without the round-off, and what they add up to. */
  columns: readonly Line[]
  /** The lines above the total. */
  sums: readonly Line[]
  totalLine: Line
  notes: readonly string[]
  tokenWord: string
  token: string
  lookUp: string
  unsigned: string
  demo: string
}

/** `demo` says on the paper that no real money was paid. */
export function wordsOf(paper: PublicPaper, language: Locale, demo: boolean): PaperWords {
  const say = says[language]
  const isTaxed = paper.taxKind !== null
  const isRefund = paper.original !== null
  const when = (at: string) => {
    const day = zoned(at, languages[language].format, paper.timeZone, { dateStyle: 'medium', numberingSystem: 'latn' })
    return `${day}, ${timeOfDay(at, paper.timeZone)}`
  }
  const stateName = (code: string) => states[language][`in${code}` as keyof StateTexts] ?? ''
  const sellerState = isTaxed ? stateOf(paper.gstin) : null
  const inState = (code: string | null) => (code === null ? '' : say('inState', { state: stateName(code), code }))
  const named = (kind: PublicPaper['kind'], number: string) => say('noteNamed', { kind: say(kind), number })
  const lines = sumLines(paper)
  const sums = lines.map(({ word, rate, paise }) => ({
    word: word === 'cgst' || word === 'sgst' || word === 'utgst' || word === 'igst' ? say(word, { rate: rate ?? 0 }) : say(word),
    value: rupeesAndPaise(paise),
  }))
  return {
    language,
    kind: say(paper.kind),
    kindHint: paper.kind === 'credit_note' ? say('underSection') : isTaxed ? say('forRecipient') : '',
    numberWord: say('number'),
    number: paper.number,
    dateWord: say('date'),
    date: when(paper.issuedAt),
    sellerName: paper.sellerName,
    sellerAddress: paper.sellerAddress,
    sellerState: inState(sellerState),
    gstin: isTaxed && paper.gstin !== null ? `${say('gstin')} ${paper.gstin}` : '',
    shopWord: say('shop'),
    shopName: paper.shopName,
    paidByWord: say(isRefund ? 'refundedBy' : 'paidBy'),
    paidBy: say(paper.gateway === 'cash' ? 'cash' : 'online'),
    reference: paper.paymentReference ?? '',
    originalWord: paper.original === null ? '' : say('original', { kind: say(paper.original.kind) }),
    original: paper.original?.number ?? '',
    originalDate: paper.original === null ? '' : when(paper.original.issuedAt),
    recipientWord: say('recipient'),
    recipient: paper.recipientName ?? '',
    recipientState: inState(paper.placeOfSupply),
    placeWord: say('placeOfSupply'),
    place: paper.placeOfSupply === null ? '' : say('place', { state: stateName(paper.placeOfSupply), code: paper.placeOfSupply }),
    service: say('what'),
    tokenLine: say('tokenLine', { number: paper.tokenNumber, shop: paper.shopName }),
    slotWord: say('slot'),
    slot: paper.slot === null ? '' : `${when(paper.slot.startsAt)}–${timeOfDay(paper.slot.endsAt, paper.timeZone)}`,
    serialWord: say('serial'),
    serviceWord: say('service'),
    sacWord: say('sac'),
    sac: paper.sac,
    quantityWord: say('quantity'),
    columns: [
      ...sums.filter((_, i) => lines[i]?.word !== 'roundOff'),
      { word: say('total'), value: rupeesAndPaise(paper.totalPaise - roundOffOf(paper)) },
    ],
    sums,
    totalLine: { word: say(isRefund ? 'totalRefunded' : 'totalPaid'), value: rupeesAndPaise(paper.totalPaise) },
    notes: [
      ...paper.notes.map(
        (note) =>
          `${say('wentBack', { amount: rupeesAndPaise(note.totalPaise), date: when(note.issuedAt) })} ${named(note.kind, note.number)}.`,
      ),
      ...(isTaxed ? [say('noReverse')] : []),
    ],
    tokenWord: say('token'),
    token: String(paper.tokenNumber),
    lookUp: say('lookUp'),
    unsigned: say('unsigned'),
    demo: demo ? say('demo') : '',
  }
}
