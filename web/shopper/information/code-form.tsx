import { useEffect, useRef, useState } from 'react'
import { spokenMobile } from '#contract/base/checks.ts'
import { CODE_DIGITS, mobileIn } from '#contract/base/typed.ts'
import { each, useNow } from '#web/live/use-now.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { minutesAndSeconds } from '#web/shopper/times.ts'
import type { Verification } from './verification.ts'

/** One real input lies over six painted cells, so paste, autofill and screen readers see a single field. */
export function CodeForm({ story }: { story: Verification }) {
  const { say } = useJourney()
  const field = useRef<HTMLInputElement>(null)
  const [isFocused, setFocused] = useState(false)
  // By this phone's own clock: the waits are counted from presses on it.
  const now = useNow(Date.now, each(1000))
  const { code, codeIsWrong, shownCode } = story
  const wait = Math.max(0, Math.ceil((story.resendAt - now) / 1000))
  const left = Math.max(0, story.endsAt - now)

  useEffect(() => {
    field.current?.focus()
  }, [])
  // A wrong code stays and is selected, so that typing replaces it.
  useEffect(() => {
    if (codeIsWrong) field.current?.select()
  }, [codeIsWrong])

  const wrong = `${say('invalidOtp')} ${story.triesLeft > 0 ? say('triesLeft', { count: story.triesLeft }) : say('noTriesLeft')}`
  return (
    <>
      <p className="sent">
        <span>
          {say('codeSentTo')} <b className="num">{spokenMobile(mobileIn(story.person.mobile))}</b>
        </span>
        <button type="button" className="link" onClick={story.changeNumber}>
          {say('changeNumber')}
        </button>
      </p>
      <form
        id="code"
        className={`form${codeIsWrong ? ' is-bad' : ''}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.length === CODE_DIGITS && !codeIsWrong) story.verify()
        }}
      >
        {shownCode !== null && (
          <div className="your" role="status">
            <span>
              <strong>{say('yourOtp')}</strong>
              <small>{say('demoOnly')}</small>
            </span>
            <b className="num">{shownCode}</b>
          </div>
        )}
        <div className="field">
          <label htmlFor="field-otp">{say('enterOtp')}</label>
          <div className="otp">
            <input
              ref={field}
              id="field-otp"
              name="otp"
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="done"
              // Not six: a code that is pasted with a space before it would lose its last digit.
              maxLength={40}
              pattern="\d{6}"
              required
              aria-invalid={codeIsWrong}
              aria-describedby={codeIsWrong ? 'otp-error' : undefined}
              value={code}
              onChange={(event) => story.typeCode(event.target.value)}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
            />
            {[0, 1, 2, 3, 4, 5].map((index) => (
              <span
                key={index}
                aria-hidden="true"
                className={isFocused && index === Math.min(code.length, 5) && !codeIsWrong ? 'is-next' : ''}
              >
                {code[index]}
              </span>
            ))}
          </div>
        </div>
        <Problem id="otp-error" text={codeIsWrong ? wrong : story.problem} />
        <div className="row">
          <button type="button" className="link" disabled={wait > 0 || story.step === 'verifying'} onClick={story.send}>
            {wait > 0 ? say('sendAgainIn', { time: minutesAndSeconds(wait) }) : say('sendAgain')}
          </button>
          <span className="fine num">{left === 0 ? say('codeEnded') : say('validFor', { count: Math.ceil(left / 60_000) })}</span>
        </div>
      </form>
    </>
  )
}
