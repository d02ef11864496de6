import type { ReactNode } from 'react'
import { type Locale, languages, nextLocale } from '#contract/base/locale.ts'
import { rupeesAndPaise } from '#contract/base/money.ts'
import { timeOfDay, zoned } from '#contract/base/zoned.ts'
import { type PaperName, type PaperPage, type PublicPaper, paperPaths } from '#contract/payments/paper.ts'
import { sumLines } from '#contract/payments/taxes.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { StateTexts } from '#texts/en/states.ts'
import { catalogueInEach, type Say } from '#texts/speak.ts'
import { Drawing, Icon } from '#web/shopper/parts/icon.tsx'
import { Mark } from '#web/shopper/parts/mark.tsx'
import { lineWord } from '#web/words/paper-line.ts'

// Only the server renders this page.
const states = await catalogueInEach<StateTexts>((language) => import(`../../../texts/${language}/states.ts`))

const REFUND = 'M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4.5 17.5V12H10'
const PRINTER = 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z'
const DOWNLOAD = 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14'

interface Told {
  page: PaperPage
  say: Say<ReceiptTexts>
}

export const paperPageTitle = ({ paper }: PaperPage, say: Say<ReceiptTexts>): string =>
  paper === null ? say('missingTitle') : say('noteNamed', { kind: say(paper.kind), number: paper.number })

/** The page has no script: everything on it is text and links. */
export function PublicPaperPage({ page, say }: Told) {
  const { paper, locale, demo } = page
  const other = nextLocale(locale)
  return (
    <div className="app public-paper">
      {demo && paper !== null && <header className="demo">{say('demo')}</header>}
      <main className="page">
        <div className="bar">
          <Mark />
          <div className="bar__where">
            <b>{paper?.shopName ?? 'Red Carpet'}</b>
            {paper !== null && paper.sellerName !== paper.shopName && <span>{paper.sellerName}</span>}
          </div>
          <a className="chip" lang={other} hrefLang={other} href={`?lang=${other}`} aria-label={languages[other].readIn}>
            {languages[other].name}
          </a>
        </div>
        {paper === null ? (
          <section className="public-paper__missing pad">
            <h1>{say('missingTitle')}</h1>
            <p>{say('missingText')}</p>
          </section>
        ) : (
          <div className="public-paper__stack">
            <Card paper={paper} locale={locale} say={say} />
            <Files paper={paper} locale={locale} say={say} />
            <p className="public-paper__note">{say('onlyYou')}</p>
          </div>
        )}
      </main>
    </div>
  )
}

interface Shown {
  paper: PublicPaper
  locale: Locale
  say: Say<ReceiptTexts>
}

const whenOf = ({ paper, locale }: Shown, at: string): string =>
  `${zoned(at, languages[locale].format, paper.timeZone, { dateStyle: 'medium', numberingSystem: 'latn' })}, ${timeOfDay(at, paper.timeZone)}`

const linkTo = ({ code }: PaperName, locale: Locale): string => `${paperPaths.page(code)}?lang=${locale}`

function Card(shown: Shown) {
  const { paper, say } = shown
  const isPaid = paper.original === null && !paper.refunded
  const way = say(paper.gateway === 'cash' ? 'cash' : 'online')
  return (
    <article className="public-paper__card">
      <header className="public-paper__head">
        <div>
          <h1>{say(paper.kind)}</h1>
          <p className="num">{paper.number}</p>
        </div>
        <span className={isPaid ? 'public-paper__stamp public-paper__stamp--paid' : 'public-paper__stamp'}>
          {isPaid ? <Icon name="done" /> : <Drawing path={REFUND} />}
          {say(isPaid ? 'paid' : 'refundedStamp')}
        </span>
      </header>
      <p className="public-paper__sum num">
        <b>{rupeesAndPaise(paper.totalPaise)}</b>{' '}
        <span>
          {whenOf(shown, paper.issuedAt)} · {way}
        </span>
      </p>
      <Refunds {...shown} />
      <Sums {...shown} />
      <Facts {...shown} />
      {paper.taxKind !== null && <p className="public-paper__reverse">{say('noReverse')}</p>}
    </article>
  )
}

/** What went back, with its paper; on the paper of a refund, what it refunds. */
function Refunds(shown: Shown) {
  const { paper, locale, say } = shown
  if (paper.original !== null)
    return (
      <p className="public-paper__tell">
        {say('original', { kind: say(paper.original.kind) })}: <a href={linkTo(paper.original, locale)}>{paper.original.number}</a>,{' '}
        {whenOf(shown, paper.original.issuedAt)}
      </p>
    )
  return paper.notes.map((note) => (
    <p key={note.code} className="public-paper__tell">
      {say('wentBack', { amount: rupeesAndPaise(note.totalPaise), date: whenOf(shown, note.issuedAt) })}
      <br />
      <a href={linkTo(note, locale)}>{say('noteNamed', { kind: say(note.kind), number: note.number })}</a>
    </p>
  ))
}

function Sums({ paper, say }: Shown) {
  return (
    <dl className="public-paper__rows public-paper__rows--sums">
      {sumLines(paper).map((line) => (
        <Row key={line.word} name={lineWord(line, say)} value={rupeesAndPaise(line.paise)} />
      ))}
      <Row name={say(paper.original === null ? 'totalPaid' : 'totalRefunded')} value={rupeesAndPaise(paper.totalPaise)} />
    </dl>
  )
}

function Facts({ paper, locale, say }: Shown) {
  const { placeOfSupply: code } = paper
  const seller = (
    <>
      {paper.sellerName}
      {paper.sellerAddress !== '' && <small>{paper.sellerAddress}</small>}
    </>
  )
  return (
    <dl className="public-paper__rows">
      <Row name={say('service')} value={say('what')} />
      <Row name={say('token')} value={paper.tokenNumber} />
      {paper.slot !== null && (
        <Row
          name={say('slot')}
          value={`${whenOf({ paper, locale, say }, paper.slot.startsAt)}–${timeOfDay(paper.slot.endsAt, paper.timeZone)}`}
        />
      )}
      <Row name={say('seller')} value={seller} />
      {paper.gstin !== null && <Row name={say('gstin')} value={paper.gstin} />}
      {paper.sac !== '' && <Row name={say('sac')} value={paper.sac} />}
      {code !== null && (
        <Row name={say('placeOfSupply')} value={say('place', { state: states[locale][`in${code}` as keyof StateTexts] ?? '', code })} />
      )}
      {paper.recipientName !== null && <Row name={say('recipient')} value={paper.recipientName} />}
      {paper.paymentReference !== null && <Row name={say('reference')} value={paper.paymentReference} />}
    </dl>
  )
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

function Files({ paper, locale, say }: Shown) {
  const file = (icon: string, code: string, size: 'a4' | '80mm', words: string) => (
    <li key={words + code}>
      <a href={paperPaths.pdf(code, size, locale)}>
        <Drawing path={icon} />
        {words}
        <Drawing path={DOWNLOAD} />
      </a>
    </li>
  )
  const DOCUMENT = 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5'
  return (
    <nav aria-label={say('files')}>
      <ul className="public-paper__files">
        {file(DOCUMENT, paper.code, 'a4', say('pdfA4'))}
        {file(PRINTER, paper.code, '80mm', say('pdfSlip'))}
        {paper.notes.map((note) => file(DOCUMENT, note.code, 'a4', say('pdfNote', { kind: say(note.kind) })))}
      </ul>
    </nav>
  )
}
