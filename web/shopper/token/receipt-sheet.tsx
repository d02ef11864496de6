import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { readReceipt } from '#web/data/shopper/payments.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Sheet } from '#web/shopper/parts/sheet.tsx'
import { Paper, paperTitle, paperWords } from './paper.tsx'

/** The receipt in a sheet; it can be printed. */
export function ReceiptSheet({ receiptId, onClose }: { receiptId: string; onClose: () => void }) {
  const journey = useJourney()
  const { world, say } = journey
  const [shown, setShown] = useState<{ title: string; body: ReactNode } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    setProblem(null)
    try {
      const [receipt, words] = await Promise.all([readReceipt(receiptId), paperWords(world.locale)])
      setShown({ title: paperTitle(receipt, words), body: <Paper receipt={receipt} say={words} /> })
    } catch (failure) {
      setProblem(await sentenceOf(failure, journey))
    }
  }
  const onOpen = useEffectEvent(read)
  useEffect(() => {
    onOpen()
  }, [])
  return (
    <Sheet title={shown?.title ?? say('receipt')} className="receipt" onClose={onClose}>
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
        shown.body
      )}
    </Sheet>
  )
}
