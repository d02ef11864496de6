import type { ReactNode } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import { rupees } from '#contract/base/money.ts'
import type { ReceiptWire } from '#contract/payments/calls.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import { type Catalogue, type Say, speak } from '#texts/speak.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Drawing } from '#web/shopper/parts/icon.tsx'
import { clockTime, told } from '#web/shopper/times.ts'

const PRINTER = 'M7 9V4h10v5M7 17H4.5v-6a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v6H17M7.5 14h9v6h-9z'

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<ReceiptTexts>>>> = {
  en: () => import('#texts/en/receipt.ts').then((module) => module.en),
  hi: () => import('#texts/hi/receipt.ts').then((module) => module.hi),
}

/** A receipt's words in a language. Loaded with the receipt, because no first screen shows them. */
export const paperWords = async (locale: Locale): Promise<Say<ReceiptTexts>> => speak<ReceiptTexts>(locale, await catalogues[locale]())

/** The heading of a receipt: a tax invoice when it shows GST. */
export const paperTitle = (receipt: ReceiptWire, say: Say<ReceiptTexts>): string =>
  say(receipt.kind === 'tax_invoice' ? 'taxInvoice' : 'plain')

/** The lines of a receipt. */
export function Paper({ receipt, say }: { receipt: ReceiptWire; say: Say<ReceiptTexts> }) {
  const { world } = useJourney()
  const rate = receipt.taxBasisPoints === null ? null : receipt.taxBasisPoints / 200
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
        <Line name={say('paidBy')} value={say(receipt.gateway === 'cash' ? 'cash' : 'online')} />
      </dl>
      <p className="paper__what">{say('what')}</p>
      <dl className="paper paper--sums">
        <Line name={say(rate === null ? 'fee' : 'taxable')} value={rupees(receipt.taxablePaise)} />
        {rate !== null && <Line name={say('cgst', { rate })} value={rupees(receipt.cgstPaise)} />}
        {rate !== null && <Line name={say('sgst', { rate })} value={rupees(receipt.sgstPaise)} />}
        {rate === null && receipt.extraPaise > 0 && <Line name={say('extra')} value={rupees(receipt.extraPaise)} />}
        {receipt.roundOffPaise !== 0 && <Line name={say('roundOff')} value={rupees(receipt.roundOffPaise)} />}
        <Line name={say('total')} value={<b>{rupees(receipt.totalPaise)}</b>} />
      </dl>
      {receipt.refunded && <p className="notice">{say('refunded')}</p>}
      <button type="button" className="btn btn--quiet no-print" onClick={() => window.print()}>
        <Drawing path={PRINTER} />
        {say('print')}
      </button>
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
