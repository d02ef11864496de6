import type { ReactNode } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import { rupees } from '#contract/base/money.ts'
import type { ReceiptWire } from '#contract/payments/calls.ts'
import { paperPaths } from '#contract/payments/paper.ts'
import { sumLines } from '#contract/payments/taxes.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { Say } from '#texts/speak.ts'
import { readReceipt } from '#web/data/shopper/receipts.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { dayWords, spanWords } from '#web/shopper/slots/slot-times.ts'
import { clockTime, told } from '#web/shopper/times.ts'
import { sayWords } from '#web/shopper/words.ts'
import { lineWord } from '#web/words/paper-line.ts'

const OPEN = 'M14 4.5h5.5V10M19.5 4.5 11 13M18 14v5.5H4.5V6H10'

/** Rejects with a `CallFailure`. */
export async function readPaper(receiptId: string, locale: Locale): Promise<{ receipt: ReceiptWire; words: Say<ReceiptTexts> }> {
  const words = sayWords('receipt', locale)
  return { receipt: await readReceipt(receiptId), words: await words }
}

export const paperTitle = (receipt: ReceiptWire, say: Say<ReceiptTexts>): string => say(receipt.kind)

export function Paper({ receipt, say }: { receipt: ReceiptWire; say: Say<ReceiptTexts> }) {
  const { world } = useJourney()
  const day = told(receipt.issuedAt, world, { dateStyle: 'medium', numberingSystem: 'latn' })
  return (
    <>
      <dl className="paper">
        <Line name={say('number')} value={receipt.number} />
        <Line name={say('date')} value={`${day}, ${clockTime(receipt.issuedAt, world)}`} />
        <Line
          name={say('seller')}
          value={
            <>
              {receipt.sellerName}
              {receipt.sellerAddress !== '' && <small>{receipt.sellerAddress}</small>}
            </>
          }
        />
        {receipt.gstin !== null && <Line name={say('gstin')} value={receipt.gstin} />}
        <Line name={say('shop')} value={receipt.shopName} />
        <Line name={say('token')} value={receipt.tokenNumber} />
        {receipt.slot !== null && (
          <Line name={say('slot')} value={`${dayWords(receipt.slot.startsAt, world)}, ${spanWords(receipt.slot, world)}`} />
        )}
        <Line name={say('paidBy')} value={say(receipt.gateway === 'cash' ? 'cash' : 'online')} />
      </dl>
      <p className="paper__what">{say('what')}</p>
      <dl className="paper paper--sums">
        {sumLines(receipt).map((line) => (
          <Line key={line.word} name={lineWord(line, say)} value={rupees(line.paise)} />
        ))}
        <Line name={say('total')} value={<b>{rupees(receipt.totalPaise)}</b>} />
      </dl>
      {receipt.refunded && <p className="notice">{say('refunded')}</p>}
      {receipt.creditNotes.map(({ code, kind, number }) => (
        <a key={code} className="paper__note" href={`${paperPaths.page(code)}?lang=${world.locale}`} target="_blank" rel="noreferrer">
          {say('noteNamed', { kind: say(kind), number })}
        </a>
      ))}
      <a
        className="btn btn--quiet no-print"
        href={`${paperPaths.page(receipt.code)}?lang=${world.locale}`}
        target="_blank"
        rel="noreferrer"
      >
        <Drawing path={OPEN} />
        {say('openPage')}
      </a>
    </>
  )
}

function Line({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
