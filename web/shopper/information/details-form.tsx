import { flushSync } from 'react-dom'
import { roomFor } from '#contract/base/letters.ts'
import { mobileIn } from '#contract/base/typed.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Field } from '#web/shopper/parts/field.tsx'
import { Problem } from '#web/shopper/parts/problem.tsx'
import type { Verification } from './verification.ts'

export function DetailsForm({ story, cannotJoin }: { story: Verification; cannotJoin: boolean }) {
  const { say } = useJourney()
  const { person, errors } = story
  // Enter sends a form even while its button is disabled: no passcode for a shop that takes no one.
  const send = () => {
    if (!cannotJoin) story.send()
  }
  const words = (key: (typeof errors)['name']) => (key === undefined ? null : say(key))
  return (
    <>
      <p className="lead">{say('informationLead')}</p>
      <form
        id="details"
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field id="field-name" label={say('name')} error={words(errors.name)}>
          <input
            name="name"
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="next"
            required
            maxLength={roomFor(80)}
            value={person.name}
            onChange={(event) => story.type('name', event.target.value)}
          />
        </Field>
        <Field id="field-mobile" label={say('mobile')} error={words(errors.mobile)} hint={say('mobileHint')} before="+91">
          <input
            name="mobile"
            className="num"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            enterKeyHint="next"
            required
            maxLength={60}
            value={person.mobile}
            // The field already shows +91.
            onChange={({ target }) => story.type('mobile', /^\W*\+\W*91/.test(target.value) ? mobileIn(target.value) : target.value)}
            onBlur={story.checkMobile}
          />
        </Field>
        <Field id="field-email" label={say('email')} error={words(errors.email)} hint={say('emailHint')}>
          <input
            name="email"
            // As an email field, a browser would turn letters of other scripts after the at sign into `xn--`, before we can read them.
            type="text"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="send"
            required
            maxLength={254}
            value={person.email}
            onChange={(event) => story.type('email', event.target.value)}
            onBlur={story.checkEmail}
            onKeyDown={(event) => {
              // Tab looks for the next field before the blur, so the button must be enabled by then.
              if (event.key === 'Tab' && !event.shiftKey) flushSync(() => story.checkEmail())
              // A browser ignores Enter while the form's button is disabled.
              if (event.key === 'Enter' && !story.emailIsGood) {
                event.preventDefault()
                send()
              }
            }}
          />
        </Field>
        <Problem text={story.problem} />
        {story.mayHaveCode && (
          <button type="button" className="link" onClick={story.enterCode}>
            {say('haveCode')}
          </button>
        )}
      </form>
    </>
  )
}
