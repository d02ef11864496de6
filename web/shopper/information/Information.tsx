import { useEffect, useEffectEvent, useRef } from 'react'
import { rupees } from '../../../contract/money.ts'
import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { type Tell, useJourney } from '../journey-context.ts'
import { Bar } from '../parts/Bar.tsx'
import { opensWords } from '../parts/opens.ts'
import { Problem } from '../parts/Problem.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { Way } from '../parts/Way.tsx'
import { useNow } from '../use-now.ts'
import { CodeForm } from './CodeForm.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { useLeaveWarning } from './leave-warning.ts'
import { useVerification, type Verification } from './verification.ts'

/** Who comes, and the proof of the mobile: details, then the code. */
export function Information() {
  const { world, say } = useJourney()
  const shop = world.storefront
  const story = useVerification(world.shopId ?? '')
  const { step, person } = story
  const now = useNow(false)
  const isTyped = person.name !== '' || person.email !== ''
  useLeaveWarning(isTyped && step !== 'joining' && (world.pass === null || world.screen === 'information'))
  if (shop === null) return null
  const onCode = step === 'code' || step === 'verifying'
  const cannotJoin = !shop.open.isOpen && shop.slots.length === 0

  return (
    <>
      <div className="whole" inert={step === 'sending'}>
        <Bar />
        <div className="top">
          <Way at="verify" free={shop.fee.totalPaise === 0} />
          <h1 className="head" tabIndex={-1}>
            {say('titleInformation')}
          </h1>
          {cannotJoin && (
            <p className="notice" role="status">
              <b>{say('failClosed')}</b>
              {shop.open.opensAt !== null && ` ${say('opens')} ${opensWords(shop.open.opensAt, now, world, say)}.`}
            </p>
          )}
          {onCode ? (
            <CodeForm story={story} />
          ) : step === 'details' || step === 'sending' ? (
            <DetailsForm story={story} />
          ) : (
            <Place story={story} />
          )}
          {(step === 'details' || step === 'sending') && <p className="fine num">{feeSentence(shop.fee, say)}</p>}
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
              disabled={step === 'joining'}
              onClick={story.join}
            >
              {step === 'joining' && <Spinner />}
              {say(step === 'joining' ? 'joining' : 'takePlace')}
            </button>
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

/**
 * Disabled until the email has passed its check on blur. A tap on the disabled button is such a blur: the frame around it, which
 * gets the press in its place, sends with the same tap where the email is right.
 */
function SendButton({ story, closed }: { story: Verification; closed: boolean }) {
  const { say } = useJourney()
  const busy = story.step === 'sending'
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useEffectEvent((event: MouseEvent) => {
    if (event.target === frame.current && !busy && !closed && story.checkEmail()) story.send()
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

/** The code was right; only the place is still to be taken. */
function Place({ story }: { story: Verification }) {
  const { say } = useJourney()
  return (
    <div className="stack">
      <p className="lead">{say('verifiedAlready')}</p>
      <Problem text={story.problem} />
    </div>
  )
}

function feeSentence({ basePaise, extraPaise, totalPaise, taxBasisPoints }: StorefrontWire['fee'], say: Tell): string {
  if (totalPaise === 0) return say('feeNone')
  const fee = extraPaise === 0 ? rupees(basePaise) : `${rupees(basePaise)} + ${rupees(extraPaise)}`
  return say(taxBasisPoints !== null && extraPaise > 0 ? 'feeNextGst' : 'feeNext', { fee })
}
