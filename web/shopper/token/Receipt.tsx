import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { ReceiptWire } from '../../../contract/payments.wire.ts'
import { readReceipt } from '../../features/payments/shopper-payment-api.ts'
import { sentenceOf } from '../failures.ts'
import { useJourney } from '../journey-context.ts'
import { Icon } from '../parts/Icon.tsx'
import { Problem } from '../parts/Problem.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { told } from '../times.ts'

/** Opens the receipt of a paid ticket. */
export function ReceiptButton({ receiptId }: { receiptId: string }) {
  const { say } = useJourney()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn--quiet" onClick={() => setOpen(true)}>
        <Icon name="receipt" />
        {say('receipt')}
      </button>
      {isOpen && <Receipt receiptId={receiptId} onClose={() => setOpen(false)} />}
    </>
  )
}

function Receipt({ receiptId, onClose }: { receiptId: string; onClose: () => void }) {
  const { say } = useJourney()
  const [receipt, setReceipt] = useState<ReceiptWire | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    setProblem(null)
    try {
      setReceipt(await readReceipt(receiptId))
    } catch (failure) {
      setProblem(sentenceOf(failure, say))
    }
  }
  const onOpen = useEffectEvent(read)
  useEffect(() => {
    onOpen()
  }, [])
  return (
    <Sheet title={receipt?.kind === 'tax_invoice' ? say('receiptTax') : say('receiptPlain')} className="receipt" onClose={onClose}>
      {receipt === null ? (
        problem === null ? (
          <p className="receipt__wait" role="status">
            {say('loading')}
          </p>
        ) : (
          <>
            <Problem text={problem} />
            <button type="button" className="btn btn--quiet" onClick={read}>
              {say('tryAgain')}
            </button>
          </>
        )
      ) : (
        <Paper receipt={receipt} />
      )}
    </Sheet>
  )
}

function Paper({ receipt }: { receipt: ReceiptWire }) {
  const { world, say } = useJourney()
  const rate = receipt.taxBasisPoints === null ? null : receipt.taxBasisPoints / 200
  const issued = told(receipt.issuedAt, world, world.locale === 'hi' ? 'hi-IN' : 'en-IN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    numberingSystem: 'latn',
  })
  return (
    <>
      <dl className="paper">
        <Line name={say('receiptNumber')} value={receipt.number} />
        <Line name={say('receiptDate')} value={issued} />
        <Line
          name={say('receiptSeller')}
          value={
            <>
              {receipt.sellerName}
              {receipt.sellerAddress !== '' && <small>{receipt.sellerAddress}</small>}
            </>
          }
        />
        {receipt.gstin !== null && <Line name={say('receiptGstin')} value={receipt.gstin} />}
        <Line name={say('receiptShop')} value={receipt.shopName} />
        <Line name={say('receiptToken')} value={receipt.tokenNumber} />
        <Line name={say('receiptPaidBy')} value={say(receipt.gateway === 'cash' ? 'payCash' : 'paidOnline')} />
      </dl>
      <p className="paper__what">{receipt.description}</p>
      <dl className="paper paper--sums">
        <Line name={say(rate === null ? 'receiptFee' : 'receiptTaxable')} value={rupees(receipt.taxablePaise)} />
        {rate !== null && <Line name={say('receiptCgst', { rate })} value={rupees(receipt.cgstPaise)} />}
        {rate !== null && <Line name={say('receiptSgst', { rate })} value={rupees(receipt.sgstPaise)} />}
        {rate === null && receipt.extraPaise > 0 && <Line name={say('receiptExtra')} value={rupees(receipt.extraPaise)} />}
        <Line name={say('receiptTotal')} value={<b>{rupees(receipt.totalPaise)}</b>} />
      </dl>
      {receipt.refunded && <p className="notice">{say('receiptRefunded')}</p>}
      <button type="button" className="btn btn--quiet no-print" onClick={() => window.print()}>
        <Icon name="print" />
        {say('receiptPrint')}
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
