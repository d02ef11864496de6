import { useJourney } from '#web/shopper/journey-context.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { useSheets } from './use-sheets.ts'

/** Opens the receipt of a paid ticket. */
export function ReceiptButton({ receiptId }: { receiptId: string }) {
  const { say } = useJourney()
  const { sheets, open, close } = useSheets()
  return (
    <>
      <button type="button" className="btn btn--quiet" onClick={open}>
        <Icon name="receipt" />
        {say('receipt')}
      </button>
      {sheets && <sheets.ReceiptSheet receiptId={receiptId} onClose={close} />}
    </>
  )
}
