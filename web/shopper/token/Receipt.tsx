import { useEffect, useEffectEvent, useState } from 'react'
import type { ReceiptWire } from '../../../contract/payments.wire.ts'
import { readReceipt } from '../../features/payments/shopper-payment-api.ts'
import { sentenceOf } from '../failures.ts'
import { useJourney } from '../journey-context.ts'
import { Icon } from '../parts/Icon.tsx'
import { Problem } from '../parts/Problem.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import type { Paper } from './Paper.tsx'

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
  const [shown, setShown] = useState<{ receipt: ReceiptWire; On: typeof Paper } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    setProblem(null)
    try {
      const [receipt, paper] = await Promise.all([readReceipt(receiptId), import('./Paper.tsx')])
      setShown({ receipt, On: paper.Paper })
    } catch (failure) {
      setProblem(sentenceOf(failure, say))
    }
  }
  const onOpen = useEffectEvent(read)
  useEffect(() => {
    onOpen()
  }, [])
  return (
    <Sheet title={shown?.receipt.kind === 'tax_invoice' ? say('receiptTax') : say('receiptPlain')} className="receipt" onClose={onClose}>
      {shown === null ? (
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
        <shown.On receipt={shown.receipt} />
      )}
    </Sheet>
  )
}
