import { useState } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { TicketState } from '../../../contract/queue.ts'
import type { PassWire } from '../../../contract/storefront.wire.ts'
import { joinQueue, readPass } from '../../features/queue/own-place-api.ts'
import { readDraft } from '../../session/shopper.ts'
import { sentenceOf } from '../failures.ts'
import { type Tell, useJourney } from '../journey-context.ts'
import { Problem } from '../parts/Problem.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { Leave } from './Leave.tsx'
import { Messages } from './Messages.tsx'
import { ReceiptButton } from './Receipt.tsx'

type EndState = Exclude<TicketState, 'pending_payment' | 'waiting' | 'called'>

const texts = {
  serving: ['titleServed', 'titleServing'],
  served: ['titleServed', 'servedText'],
  missed: ['titleMissed', 'missedText'],
  no_show: ['titleNoShow', 'noShowText'],
  cancelled: ['titleCancelled', 'cancelledText'],
  expired: ['titleExpired', 'expiredText'],
} as const

/** How it ended, what came of the money, and the way on. */
export function Ending({ pass, state }: { pass: PassWire; state: EndState }) {
  const { world, say, go } = useJourney()
  const shop = world.storefront?.shop.name ?? ''
  const [title, text] = texts[state]
  const isGlad = state === 'served' || state === 'serving'
  const money = isGlad || state === 'missed' ? null : moneyWords(pass, say)
  return (
    <div className="sheet">
      <article className={`ending${isGlad ? ' ending--glad' : ''}`}>
        <Carpet wide={isGlad} />
        <h1 tabIndex={-1}>{say(title)}</h1>
        {pass.number !== null && <p className="ending__number num">{pass.number}</p>}
        <p>{text === 'servedText' ? say(text, { shop }) : say(text)}</p>
        {money !== null && <p className="ending__money num">{money}</p>}
      </article>
      <div className="acts">
        {pass.receiptId !== null && <ReceiptButton receiptId={pass.receiptId} />}
        {state === 'missed' ? (
          <Leave pass={pass} />
        ) : isGlad ? (
          <button type="button" className="btn btn--quiet" onClick={() => go('welcome')}>
            {say('backToShop', { shop })}
          </button>
        ) : (
          <JoinAgain pass={pass} />
        )}
      </div>
      <Messages pass={pass} />
    </div>
  )
}

/** The house's motif: the whole floor on a good end, a piece of carpet otherwise. */
function Carpet({ wide }: { wide: boolean }) {
  if (wide) {
    return (
      <svg className="ending__carpet" viewBox="0 0 390 540" preserveAspectRatio="none" aria-hidden="true">
        <path d="M112 0h166l190 540H-78z" fill="var(--carpet-800)" opacity=".5" />
        <path d="M112 0-78 540M278 0l190 540" stroke="var(--gold-300)" strokeOpacity=".6" strokeWidth="1.5" fill="none" />
      </svg>
    )
  }
  return (
    <svg className="ending__carpet" viewBox="0 0 200 120" aria-hidden="true">
      <path d="M84 0h32l64 120H20z" fill="var(--carpet-600)" />
      <path d="M90 0h20l40 120H50z" fill="var(--carpet-700)" />
      <path d="M84 0 20 120M116 0l64 120" stroke="var(--gold-300)" strokeWidth="2" fill="none" />
    </svg>
  )
}

/** One press takes a new place with the details of before; where this phone no longer knows the email, the form asks for it. */
function JoinAgain({ pass }: { pass: PassWire }) {
  const { world, say, took, go, forgetPass } = useJourney()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const again = async () => {
    if (busy) return
    const email = readDraft(pass.shopId)?.email.trim() ?? ''
    if (email === '') {
      forgetPass()
      go('information')
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      const place = await joinQueue({
        name: pass.name,
        mobile: pass.mobile,
        email,
        shopId: pass.shopId,
        counter: world.counter,
        locale: world.locale,
      })
      took(await readPass(place.ticketId))
      go(place.next)
    } catch (failure) {
      setProblem(sentenceOf(failure, say))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="acts__main">
      <Problem text={problem} />
      <button type="button" className={`btn${busy ? ' btn--busy' : ''}`} disabled={busy} onClick={again}>
        {busy && <Spinner />}
        {say(pass.state === 'expired' ? 'startAgain' : 'joinAgain')}
      </button>
    </div>
  )
}

function moneyWords(pass: PassWire, say: Tell): string {
  const { payment } = pass
  if (payment === null || payment.state === 'created' || payment.state === 'expired') return say('nothingPaid')
  const amount = rupees(payment.amountPaise)
  if (payment.state === 'refund_pending') return say('refundOnTheWay', { amount })
  return payment.state === 'refunded' ? say('refundDone', { amount }) : say('refundNone', { amount })
}
