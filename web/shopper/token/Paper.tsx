import type { ReactNode } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { ReceiptWire } from '../../../contract/payments.wire.ts'
import { useJourney } from '../journey-context.ts'
import { Icon } from '../parts/Icon.tsx'
import { told } from '../times.ts'

/** What stands on a receipt. Loaded with it: nobody's first screen shows it. */
export function Paper({ receipt }: { receipt: ReceiptWire }) {
  const { world, say } = useJourney()
  const rate = receipt.taxBasisPoints === null ? null : receipt.taxBasisPoints / 200
  const issued = told(receipt.issuedAt, world, {
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
