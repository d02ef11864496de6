import { useState } from 'react'
import { rupees } from '#contract/base/money.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { EndingTexts } from '#texts/en/ending.ts'
import type { Say } from '#texts/speak.ts'
import { sentenceOf } from '#web/shopper/failures.ts'
import { joinAgain } from '#web/shopper/join-again.ts'
import { addressOf, type EndState, type World, wasPaidLate } from '#web/shopper/journey.ts'
import { type Tell, useJourney, useLate } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { Questions } from '#web/shopper/parts/support.tsx'
import { dayAndTime } from '#web/shopper/times.ts'
import { lateWords } from './late-words.ts'
import { Leave } from './leave.tsx'
import { Messages } from './messages.tsx'
import { ReceiptButton } from './receipt.tsx'
import { Refunds } from './refunds.tsx'

type TellEnd = Say<EndingTexts>

const titles = {
  serving: 'titleServing',
  served: 'titleServed',
  missed: 'titleMissed',
  no_show: 'titleNoShow',
  cancelled: 'titleCancelled',
  expired: 'titleExpired',
} as const
const texts = { missed: 'missedText', no_show: 'noShowText', cancelled: 'cancelledText', expired: 'expiredText' } as const

function wordsOf(state: Exclude<EndState, 'serving'>, number: number | null, shop: string, say: TellEnd): string {
  if (state === 'served') return say('servedText', { shop })
  // A ticket without a number was held for the payment. One with a number lasts until the shop's service day ends.
  return say(state === 'expired' && number !== null ? 'expiredDay' : texts[state])
}

export function Ending({ pass, state, say: sayEnd }: { pass: PassWire; state: EndState; say: TellEnd }) {
  const { world, say, go } = useJourney()
  const shop = world.storefront?.shop.name ?? ''
  const paying = useLate('paying', wasPaidLate(pass))
  const late = paying === undefined ? null : lateWords(pass, paying.say)
  const isGlad = state === 'served' || state === 'serving'
  // A shopper who missed the turn may still come, so only a paid fee is worth a word: what leaving costs.
  const isTold = isGlad || pass.payment?.refunds[0] || (state === 'missed' && pass.payment?.state !== 'captured')
  const money = isTold ? null : moneyWords(pass, world, say, sayEnd)
  const booked = bookedTime(pass, world)
  return (
    <div className="sheet">
      <article className={`ending${isGlad ? ' ending--glad' : ''}`}>
        <Carpet wide={isGlad} />
        <h1 tabIndex={-1}>{late?.title ?? sayEnd(booked === null ? titles[state] : 'titleBooking')}</h1>
        {pass.number !== null && <p className="ending__number num">{pass.number}</p>}
        {state === 'serving' ? (
          pass.counter !== null && <p className="ending__where">{pass.counter}</p>
        ) : (
          <p className="num">
            {late?.text ?? (booked === null ? wordsOf(state, pass.number, shop, sayEnd) : bookingWords(state, booked, shop, sayEnd))}
          </p>
        )}
        {money !== null && <p className="ending__money num">{late?.money ?? money}</p>}
      </article>
      <Refunds pass={pass} />
      <div className="acts">
        {pass.receiptId !== null && <ReceiptButton receiptId={pass.receiptId} />}
        {state === 'missed' ? (
          <Leave pass={pass} />
        ) : state === 'serving' ? null : isGlad ? (
          <button type="button" className="btn btn--quiet" onClick={() => go('welcome')}>
            {sayEnd('backToShop', { shop })}
          </button>
        ) : (
          <JoinAgain pass={pass} say={sayEnd} />
        )}
        {state !== 'serving' && <ForgetPhone words={sayEnd('forgetPhone')} />}
      </div>
      <Questions />
      <Messages pass={pass} />
    </div>
  )
}

/** The whole floor after a good end, a piece of it otherwise. */
function Carpet({ wide }: { wide: boolean }) {
  if (wide) {
    return (
      <svg className="ending__carpet" viewBox="0 0 390 540" preserveAspectRatio="none" aria-hidden="true">
        {/* Wide enough at the height of the title, which does not cross its lines. */}
        <path d="M70 0h250l148 540H-78z" fill="var(--carpet-800)" opacity=".5" />
        <path d="M70 0-78 540M320 0l148 540" stroke="var(--gold-300)" strokeOpacity=".6" strokeWidth="1.5" fill="none" />
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

/** If this phone has forgotten the email, the form asks for it. */
function JoinAgain({ pass, say }: { pass: PassWire; say: TellEnd }) {
  const journey = useJourney()
  const { world, go, forgetPass } = journey
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const again = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const joined = await joinAgain(journey, pass)
      if (joined === null) forgetPass()
      go(joined?.next ?? 'information')
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
        {say(pass.state === 'expired' || bookedTime(pass, world) !== null ? 'startAgain' : 'joinAgain')}
      </button>
    </div>
  )
}

/** The time of a booking that ended before it, in words; null for every other ticket. Its shopper never was in the queue. */
function bookedTime({ state, number, slot, joinedAt }: PassWire, world: World): string | null {
  if ((state !== 'cancelled' && state !== 'expired') || number === null || slot === null || joinedAt !== null) return null
  return dayAndTime(slot.startsAt, world)
}

/** A shopper or staff cancelled the booking, or its shop could not keep it. */
const bookingWords = (state: EndState, time: string, shop: string, say: TellEnd): string =>
  state === 'cancelled' ? say('bookingText', { time }) : say('notKept', { shop, time })

function moneyWords(pass: PassWire, world: World, say: Tell, sayEnd: TellEnd): string {
  const { payment } = pass
  if (payment === null || payment.state === 'created' || payment.state === 'expired') return say('leaveNothing')
  // A worker gives the fee back a moment later.
  if (pass.state === 'expired' && pass.joinedAt === null) return sayEnd('feeComesBack', { amount: rupees(payment.amountPaise) })
  const amount = rupees(payment.amountPaise)
  if (!payment.refundOnLeave) return say('leaveNoRefund', { amount })
  return pass.refundUntil === null
    ? sayEnd('refundNoneCalled', { amount })
    : sayEnd('refundNoneLate', { amount, when: dayAndTime(pass.refundUntil, world) })
}

/** For a shared phone: ends the session here and keeps the ticket. The code behind it is loaded at the press. */
function ForgetPhone({ words }: { words: string }) {
  const journey = useJourney()
  const [problem, setProblem] = useState<string | null>(null)
  const forget = () =>
    import('./forget-phone.ts')
      .then((it) => it.forgetPhone(addressOf('welcome', journey.world)))
      .catch((failure: unknown) => sentenceOf(failure, journey).then(setProblem))
  return (
    <>
      <Problem text={problem} />
      <button type="button" className="btn btn--leave" onClick={forget}>
        {words}
      </button>
    </>
  )
}
