import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { rupees } from '#contract/base/money.ts'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import { offersSlots } from '#web/shopper/journey.ts'
import { type Tell, useJourney } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { opensParts } from '#web/shopper/parts/opens.ts'
import { Pause, usePause } from '#web/shopper/parts/pause.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { PromiseTerms } from '#web/shopper/parts/promise-terms.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { Way } from '#web/shopper/parts/way.tsx'
import { CodeForm } from './code-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { useLeaveWarning } from './leave-warning.ts'
import { useVerification, type Verification } from './verification.ts'

export function Information() {
  const { world, say, late, clock } = useJourney()
  const shop = world.storefront
  const story = useVerification(world.shopId ?? '')
  const { step, person } = story
  const paused = usePause()
  const forgets = useSyncExternalStore(never, blocksCookies, () => false)
  const isTyped = person.name !== '' || person.email !== ''
  useLeaveWarning(isTyped && step !== 'joining' && (world.pass === null || world.screen === 'information'))
  const hasSlots = shop !== null && offersSlots(shop)
  // The next screen shows them at once.
  useEffect(() => {
    if (hasSlots) late.load('slots').catch(() => undefined)
  }, [hasSlots, late])
  if (shop === null) return null
  const onCode = step === 'code' || step === 'verifying'
  const isClosed = !shop.open.isOpen && !hasSlots
  const cannotJoin = isClosed || paused !== null || forgets
  const opens = shop.open.opensAt === null ? null : opensParts(shop.open.opensAt, clock.now(), world, say)

  return (
    <>
      <div className="whole" inert={step === 'sending'}>
        <Bar />
        <div className="top">
          <Way at="verify" free={shop.fee.totalPaise === 0} />
          <h1 className="head" tabIndex={-1}>
            {say('titleInformation')}
          </h1>
          {forgets && (
            <p className="notice" role="alert">
              {say('noCookies')}
            </p>
          )}
          {paused !== null && !isClosed && <Pause paused={paused} ticketIsSafe={false} />}
          {isClosed && (
            <p className="notice" role="status">
              <b>{say('failClosed')}</b>
              {opens !== null && <> {say('opensOn', opens)}</>}
            </p>
          )}
          {onCode ? (
            <CodeForm story={story} />
          ) : step === 'details' || step === 'sending' ? (
            <DetailsForm story={story} cannotJoin={cannotJoin} />
          ) : story.standing !== null && step === 'taken' ? (
            <Taken pass={story.standing} />
          ) : (
            <Joining story={story} />
          )}
          {(step === 'details' || step === 'sending') && <PromiseTerms />}
          {(step === 'details' || step === 'sending') && (
            <p className="fine num">
              {feeSentence(shop.fee, say)} {say('privacy', { shop: shop.shop.name })}
            </p>
          )}
        </div>
        <footer className="dock">
          {onCode ? (
            <button
              type="submit"
              form="code"
              className={`btn${step === 'verifying' ? ' btn--busy' : ''}`}
              disabled={step === 'verifying' || story.code.length < 6 || story.codeIsWrong}
            >
              {step === 'verifying' && <Spinner />}
              {say('verifyOtp')}
            </button>
          ) : step === 'joining' || step === 'join-failed' ? (
            <button
              type="button"
              className={`btn${step === 'joining' ? ' btn--busy' : ''}`}
              disabled={step === 'joining' || paused !== null}
              onClick={story.join}
            >
              {step === 'joining' && <Spinner />}
              {say(step === 'joining' ? 'joining' : 'takePlace')}
            </button>
          ) : step === 'taken' ? (
            <>
              <button type="button" className="btn btn--quiet" onClick={story.changeNumber}>
                {say('otherMobile')}
              </button>
              <button type="button" className="btn" onClick={story.showStanding}>
                {say('showPlace', { name: story.standing?.name ?? '' })}
              </button>
            </>
          ) : (
            <SendButton story={story} closed={cannotJoin} />
          )}
        </footer>
      </div>
      {step === 'sending' && (
        <div className="veil" role="alertdialog" aria-label={say('sending')}>
          <div className="pop">
            <Spinner />
            <p role="status">{say('sending')}</p>
          </div>
        </div>
      )}
    </>
  )
}

/** True if the browser keeps no cookies: the server would not know the shopper again after the code. */
const blocksCookies = () => !navigator.cookieEnabled
const never = () => () => undefined

/**
 * Disabled until the email has passed its check on blur. The frame around the disabled button receives its press. It then sends, or marks
 * what is missing and puts the focus on the first such field.
 */
function SendButton({ story, closed }: { story: Verification; closed: boolean }) {
  const { say } = useJourney()
  const busy = story.step === 'sending'
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useEffectEvent((event: MouseEvent) => {
    if (event.target === frame.current && !busy && !closed) story.send()
  })
  useEffect(() => {
    const around = frame.current
    const press = (event: MouseEvent) => pressed(event)
    around?.addEventListener('click', press)
    return () => around?.removeEventListener('click', press)
  }, [])
  return (
    <div ref={frame} className="frame">
      <button type="submit" form="details" className={`btn${busy ? ' btn--busy' : ''}`} disabled={busy || closed || !story.emailIsGood}>
        {busy && <Spinner />}
        {say('sendOtp')}
      </button>
    </div>
  )
}

/** The code was right. Only joining the queue is left. */
function Joining({ story }: { story: Verification }) {
  const { say } = useJourney()
  return (
    <div className="stack">
      <p className="lead">{say('verifiedAlready')}</p>
      <Problem text={story.problem} />
    </div>
  )
}

/** Two people gave the same mobile. The second one decides: that place is his own after all, or he has another number. */
function Taken({ pass: { name, number } }: { pass: PassWire }) {
  const { say } = useJourney()
  return (
    <div className="stack" role="alert">
      <p>
        <b className="num">{number === null ? say('takenPlace', { name }) : say('takenToken', { name, number })}</b>
      </p>
      <p>{say('takenHint', { name })}</p>
    </div>
  )
}

function feeSentence({ basePaise, extraPaise, totalPaise, taxBasisPoints }: StorefrontWire['fee'], say: Tell): string {
  if (totalPaise === 0) return say('feeNone')
  const fee = extraPaise === 0 ? rupees(basePaise) : `${rupees(basePaise)} + ${rupees(extraPaise)}`
  return say(taxBasisPoints !== null && extraPaise > 0 ? 'feeNextGst' : 'feeNext', { fee })
}
