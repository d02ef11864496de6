import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { shopperPaths } from '#contract/shopper-screens.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { CallFailure } from '#web/api/call.ts'
import { joinQueue, readPass } from '#web/data/shopper/queue.ts'
import { type Person, sendOtp, verifyOtp } from '#web/data/shopper/verification.ts'
import { type Draft, readDraft, rememberedPhone, rememberPhone, rememberToken, writeDraft } from '#web/session/shopper.ts'
import { codeOf, secondsToWait, sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { fieldErrorsOf } from './checks.ts'
import { allowLeaving } from './leave-warning.ts'
import {
  completesCode,
  digitsOf,
  emptyDraft,
  emptyVerification,
  firstWrong,
  isOf,
  personOf,
  triesLeft,
  type VerificationEvent,
  type VerificationState,
  verificationAfter,
} from './verification-state.ts'

export interface Verification extends Omit<VerificationState, 'draft'> {
  /** The details as they were typed. */
  person: Person
  triesLeft: number
  /** Epoch ms of this phone. */
  resendAt: number
  endsAt: number
  type: (field: keyof Person, text: string) => void
  typeCode: (text: string) => void
  checkEmail: () => void
  /** Marks a number that is typed but not complete. An empty field is not marked until sending. */
  checkMobile: () => void
  send: () => void
  verify: () => void
  join: () => void
  /** Goes on to the place that this mobile has for another person. */
  showStanding: () => void
  changeNumber: () => void
  enterCode: () => void
}

/** The popup stays for at least this time, in ms, so that a fast answer does not flicker. */
const POPUP_MS = 600

export function useVerification(shopId: string): Verification {
  const journey = useJourney()
  const { say, world } = journey
  const [state, setState] = useState(emptyVerification)
  const latest = useRef(emptyVerification)
  const busy = useRef(false)

  const change = (event: VerificationEvent): VerificationState => {
    const next = verificationAfter(latest.current, event)
    if (next.draft !== latest.current.draft) writeDraft(shopId, next.draft)
    latest.current = next
    setState(next)
    return next
  }

  // After the hydration: the server does not know what this phone remembers.
  useEffect(() => {
    const draft: Draft = readDraft(shopId) ?? { ...emptyDraft, mobile: rememberedPhone() ?? '' }
    latest.current = verificationAfter(latest.current, { kind: 'recalled', draft, now: Date.now() })
    setState(latest.current)
  }, [shopId])

  /** One task at a time: a second press while one is under way does nothing. */
  const once = async (story: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    change({ kind: 'begun' })
    try {
      await story()
    } finally {
      busy.current = false
    }
  }

  const send = () =>
    once(async () => {
      const first = firstWrong(change({ kind: 'details checked' }).errors)
      if (first !== undefined) return document.getElementById(`field-${first}`)?.focus()
      const back = latest.current.step === 'code' ? 'code' : 'details'
      const person = personOf(latest.current.draft)
      change({ kind: 'sending' })
      try {
        const [sent] = await Promise.all([sendOtp(person, shopId), new Promise((done) => setTimeout(done, POPUP_MS))])
        rememberPhone(sent.mobile)
        if (sent.editsDisplay) {
          allowLeaving()
          location.assign(shopperPaths.editDisplay(shopId))
          return
        }
        const now = Date.now()
        change({ kind: 'sent', code: sent.code, resendAt: now + sent.resendAfter * 1000, endsAt: now + sent.expiresIn * 1000 })
      } catch (failure) {
        if (failure instanceof CallFailure && Object.keys(failure.fields).length > 0) {
          change({ kind: 'not sent', back, errors: fieldErrorsOf(failure.fields, person), problem: null, resendAt: null })
          return
        }
        const resendAt = codeOf(failure) === 'otp_wait' ? Date.now() + secondsToWait(failure) * 1000 : null
        // Both the sentence and the text around it end with a full stop.
        const message = (await sentenceOf(failure, journey)).replace(/[.।]$/, '')
        change({ kind: 'not sent', back, errors: null, problem: say('errorSendingOtp', { message }), resendAt })
      }
    })

  const show = (pass: PassWire) => {
    if (pass.number !== null) rememberToken(shopId, pass.number)
    journey.took(pass)
    journey.go(pass.state === 'pending_payment' ? 'payment' : 'token', { replace: true })
  }

  const enterQueue = async (person: Person) => {
    change({ kind: 'joining' })
    const { draft } = latest.current
    try {
      const joined = await joinQueue({ ...person, shopId, counter: world.counter, locale: world.locale })
      const pass = await readPass(joined.ticketId)
      if (!isOf(pass, person.name)) {
        change({ kind: 'taken', standing: pass })
        return
      }
      // The draft keeps its details for "start again", but not its step.
      writeDraft(shopId, { ...draft, ...person, step: 'details', wrongCodes: 0 })
      show(pass)
    } catch (failure) {
      const code = codeOf(failure)
      const problem = await sentenceOf(failure, journey)
      change({ kind: 'not joined', back: code === 'not_verified' || code === 'not_your_mobile', problem })
    }
  }

  const verify = (code: string) =>
    once(async () => {
      // The shopper may change the number while the code is checked: who joins is who was verified.
      const person = personOf(latest.current.draft)
      change({ kind: 'verifying' })
      try {
        await verifyOtp(person.mobile, code)
      } catch (failure) {
        if (codeOf(failure) === 'invalid_otp') change({ kind: 'code wrong' })
        else change({ kind: 'not verified', problem: await sentenceOf(failure, journey) })
        return
      }
      journey.becameVerified()
      journey.alert(say('otpVerified'), 'ok')
      await enterQueue(person)
    })

  const { draft, ...shown } = state
  return {
    ...shown,
    person: draft,
    triesLeft: triesLeft(draft),
    resendAt: draft.resendAt,
    endsAt: draft.endsAt,
    type: (field, text) => change({ kind: 'typed', field, text }),
    typeCode: (text) => {
      const digits = digitsOf(text)
      const isComplete = completesCode(latest.current, digits)
      change({ kind: 'code typed', text })
      if (isComplete) verify(digits)
    },
    checkEmail: () => change({ kind: 'email left' }),
    checkMobile: () => change({ kind: 'mobile left' }),
    send,
    verify: () => verify(latest.current.code),
    join: () => once(() => enterQueue(personOf(latest.current.draft))),
    showStanding: () => {
      if (state.standing === null) return
      writeDraft(shopId, null)
      show(state.standing)
    },
    changeNumber: () => {
      flushSync(() => change({ kind: 'number changed' }))
      document.getElementById('field-mobile')?.focus()
    },
    enterCode: () => change({ kind: 'code expected', now: Date.now() }),
  }
}
