import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { joinQueue, readPass } from '#web/data/shopper/queue.ts'
import { readDraft } from '#web/session/shopper.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { type Tell, useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { Questions } from '#web/shopper/parts/support.tsx'
import type { EndState } from '#web/shopper/rare-parts.ts'
import { ForgetPhone } from './forget-phone.tsx'
import { Leave } from './leave.tsx'
import { Messages } from './messages.tsx'
import { ReceiptButton } from './receipt.tsx'

const titles = {
  serving: 'titleServing',
  served: 'titleServed',
  missed: 'titleMissed',
  no_show: 'titleNoShow',
  cancelled: 'titleCancelled',
  expired: 'titleExpired',
} as const
const texts = { missed: 'missedText', no_show: 'noShowText', cancelled: 'cancelledText', expired: 'expiredText' } as const

function wordsOf(state: Exclude<EndState, 'serving'>, number: number | null, shop: string, say: Tell): string {
  if (state === 'served') return say('servedText', { shop })
  // A ticket without a number was held for the payment. One with a number lasts until the shop's service day ends.
  return say(state === 'expired' && number !== null ? 'expiredDay' : texts[state])
}

/** How the ticket ended, what happened to the money, and the way on. */
export function Ending({ pass, state }: { pass: PassWire; state: EndState }) {
  const { world, say, go } = useJourney()
  const shop = world.storefront?.shop.name ?? ''
  const isGlad = state === 'served' || state === 'serving'
  const money = isGlad || state === 'missed' ? null : moneyWords(pass, world.storefront?.fee.refundOnLeave ?? false, say)
  return (
    <div className="sheet">
      <article className={`ending${isGlad ? ' ending--glad' : ''}`}>
        <Carpet wide={isGlad} />
        <h1 tabIndex={-1}>{say(titles[state])}</h1>
        {pass.number !== null && <p className="ending__number num">{pass.number}</p>}
        {state === 'serving' ? (
          pass.counter !== null && <p className="ending__where">{pass.counter}</p>
        ) : (
          <p>{wordsOf(state, pass.number, shop, say)}</p>
        )}
        {money !== null && <p className="ending__money num">{money}</p>}
      </article>
      <div className="acts">
        {pass.receiptId !== null && <ReceiptButton receiptId={pass.receiptId} />}
        {state === 'missed' ? (
          <Leave pass={pass} />
        ) : state === 'serving' ? null : isGlad ? (
          <button type="button" className="btn btn--quiet" onClick={() => go('welcome')}>
            {say('backToShop', { shop })}
          </button>
        ) : (
          <JoinAgain pass={pass} />
        )}
        <ForgetPhone shopId={pass.shopId} />
      </div>
      <Questions />
      <Messages pass={pass} />
    </div>
  )
}

/** The carpet: the whole floor after a good end, a piece of it otherwise. */
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

/** One press joins again with the same details. If this phone no longer knows the email, the form asks for it. */
function JoinAgain({ pass }: { pass: PassWire }) {
  const journey = useJourney()
  const { world, say, took, go, forgetPass } = journey
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
      const joined = await joinQueue({
        name: pass.name,
        mobile: pass.mobile,
        email,
        shopId: pass.shopId,
        counter: world.counter,
        locale: world.locale,
      })
      took(await readPass(joined.ticketId))
      go(joined.next)
    } catch (failure) {
      setProblem(await sentenceOf(failure, journey))
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

function moneyWords(pass: PassWire, refundOnLeave: boolean, say: Tell): string {
  const { payment } = pass
  if (payment === null || payment.state === 'created' || payment.state === 'expired') return say('nothingPaid')
  const amount = rupees(payment.amountPaise)
  if (payment.state === 'refund_pending') return refundWords(pass, amount, say)
  return say(payment.state === 'refunded' ? 'refundDone' : refundOnLeave ? 'refundNoneCalled' : 'refundNone', { amount })
}

/** The sentence for money that is on its way back. Cash is collected at the counter, with the number as the proof. */
function refundWords({ payment, number }: PassWire, amount: string, say: Tell): string {
  if (payment?.gateway !== 'cash') return say('refundOnTheWay', { amount })
  return number === null ? say('refundCash', { amount }) : say('refundCashToken', { amount, number })
}
