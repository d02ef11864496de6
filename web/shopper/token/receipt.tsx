import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { doAtOnce } from '#web/shopper/at-once.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { whenIdle } from '#web/shopper/link.ts'
import { Icon } from '#web/shopper/parts/icon.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Sheet } from '#web/shopper/parts/sheet.tsx'

/** The paper is loaded after the first paint, because no first screen shows it. */
const load = () => import('./paper.tsx')

export function ReceiptButton({ receiptId }: { receiptId: string }) {
  const journey = useJourney()
  const { world, say } = journey
  const [shown, setShown] = useState<{ title: string; body: ReactNode } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const sheet = useRef<HTMLDialogElement>(null)

  const read = async () => {
    setProblem(null)
    const parts = await load().catch(() => null)
    if (parts === null) return setProblem(say('failOffline'))
    try {
      const { receipt, words } = await parts.readPaper(receiptId, world.locale)
      setShown({ title: parts.paperTitle(receipt, words), body: <parts.Paper receipt={receipt} say={words} /> })
    } catch (failure) {
      setProblem(await sentenceOf(failure, journey))
    }
  }
  const onOpenBefore = useEffectEvent(read)
  useEffect(() => {
    if (sheet.current?.open) onOpenBefore()
    return whenIdle(() => {
      load().catch(() => undefined)
    })
  }, [])

  return (
    <>
      <button
        type="button"
        className="btn btn--quiet"
        data-opens="receipt-sheet"
        onClick={(event) => {
          doAtOnce(event.currentTarget)
          read()
        }}
      >
        <Icon name="receipt" />
        {say('receipt')}
      </button>
      <Sheet
        ref={sheet}
        id="receipt-sheet"
        title={shown?.title ?? say('receipt')}
        className="receipt"
        onClose={() => {
          setShown(null)
          setProblem(null)
        }}
      >
        {shown === null && problem === null && (
          <p className="receipt__wait" role="status">
            {say('loading')}
          </p>
        )}
        <Problem text={problem} />
        {problem !== null && (
          <button type="button" className="btn btn--quiet" onClick={read}>
            {say('tryAgain')}
          </button>
        )}
        {shown?.body}
      </Sheet>
    </>
  )
}
