import { rupeesAndPaise } from '#contract/base/money.ts'
import { nextRefund, sumLines } from '#contract/payments/taxes.ts'
import type { MoneyPayment } from '#web/data/money.ts'
import { sayOfMoney } from '#web/words/money.ts'
import { sumLineWord } from '#web/words/paper.ts'
import './takings-refund-split.css'

interface Props {
  payment: MoneyPayment
  /** Null while the typed amount is not valid. */
  amountPaise: number | null
}

/** The paper that the refund would get. Money that came too late has no receipt, gets no paper and shows nothing here. */
export function RefundSplit({ payment: { receipt, creditNotes, refundedPaise, duePaise }, amountPaise }: Props) {
  if (receipt === null) return null
  const { taxKind, taxBasisPoints } = receipt
  // Without an amount, the lines of all that is left keep the places.
  const split = nextRefund(receipt, creditNotes, duePaise, amountPaise ?? receipt.totalPaise - refundedPaise - duePaise)
  const shown = (paise: number) => (amountPaise === null ? '–' : rupeesAndPaise(paise))
  return (
    <dl className="takings-refund-split">
      {sumLines({ ...split, taxKind, taxBasisPoints }).map((line) => (
        <Line key={line.word} word={sumLineWord(line)} value={shown(line.paise)} />
      ))}
      <Line word={sayOfMoney(`noteFor_${receipt.kind}`, { number: receipt.number })} value={shown(split.totalPaise)} isTotal />
    </dl>
  )
}

function Line({ word, value, isTotal = false }: { word: string; value: string; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt className="num">{word}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
