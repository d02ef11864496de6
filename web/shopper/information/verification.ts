import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { CallFailure } from '../../api/call.ts'
import { joinQueue, readPass } from '../../features/queue/own-place-api.ts'
import { type Person, sendOtp, verifyOtp } from '../../features/verification/api.ts'
import { type Draft, readDraft, rememberedPhone, rememberPhone, rememberToken, writeDraft } from '../../session/shopper.ts'
import { codeOf, sentenceOf } from '../failures.ts'
import { useJourney } from '../journey-context.ts'
import { emailErrorKey, type FieldErrors, fieldErrorsOf, mobileErrorKey, nameError, tidyMobile } from './checks.ts'
import { allowLeaving } from './leave-warning.ts'

/** `joining` is the step after the code was right: taking the place, which can fail by itself. */
export type Step = 'details' | 'sending' | 'code' | 'verifying' | 'joining' | 'join-failed'

export interface Verification {
  step: Step
  person: Person
  errors: FieldErrors
  /** What stands on the page as an alert; null for nothing. */
  problem: string | null
  /** True where a code may be on its way although sending was refused. */
  mayHaveCode: boolean
  code: string
  /** The code itself, in demo mode. */
  shownCode: string | null
  codeIsWrong: boolean
  triesLeft: number
  /** Epoch ms of this phone. */
  resendAt: number
  endsAt: number
  type: (field: keyof Person, text: string) => void
  typeCode: (text: string) => void
  checkEmail: () => boolean
  emailIsGood: boolean
  send: () => void
  verify: () => void
  join: () => void
  changeNumber: () => void
  enterCode: () => void
}

const TRIES = 5
/** The popup stays at least this long, so that a fast answer does not flicker, in ms. */
const POPUP_MS = 600
const empty: Draft = { name: '', mobile: '', email: '', step: 'details', resendAt: 0, endsAt: 0, wrongCodes: 0 }

/** The story of the verification screen: details, code, place. What was typed survives errors and reloads; the code does not. */
export function useVerification(shopId: string): Verification {
  const journey = useJourney()
  const { say, world } = journey
  const [draft, setDraft] = useState<Draft>(empty)
  const [step, setStep] = useState<Step>('details')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [mayHaveCode, setMayHaveCode] = useState(false)
  const [emailIsGood, setEmailIsGood] = useState(false)
  const [code, setCode] = useState('')
  const [shownCode, setShownCode] = useState<string | null>(null)
  const [codeIsWrong, setCodeIsWrong] = useState(false)
  const busy = useRef(false)
  const latest = useRef(empty)

  // After the hydration: the server knows nothing of what this phone remembers.
  useEffect(() => {
    const kept = readDraft(shopId) ?? { ...empty, mobile: rememberedPhone() ?? '' }
    latest.current = kept
    setDraft(kept)
    setEmailIsGood(emailErrorKey(kept.email) === null)
    if (kept.step === 'code' && kept.endsAt > Date.now()) setStep('code')
  }, [shopId])

  const keep = (change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change }
    writeDraft(shopId, latest.current)
    setDraft(latest.current)
  }

  const person: Person = { name: draft.name.normalize('NFC').trim(), mobile: tidyMobile(draft.mobile), email: draft.email.trim() }

  const checkEmail = (): boolean => {
    const error = draft.email.trim() === '' ? null : emailErrorKey(draft.email)
    const good = emailErrorKey(draft.email) === null
    setEmailIsGood(good)
    setErrors((held) => (error === null ? without(held, 'email') : { ...held, email: error }))
    return good
  }

  const checkAll = (): boolean => {
    const found: FieldErrors = {}
    const inName = nameError(draft.name)
    const inMobile = mobileErrorKey(person.mobile)
    const inEmail = emailErrorKey(draft.email)
    if (inName) found.name = inName
    if (inMobile) found.mobile = inMobile
    if (inEmail) found.email = inEmail
    setErrors(found)
    setEmailIsGood(!inEmail)
    const first = (['name', 'mobile', 'email'] as const).find((field) => field in found)
    if (first) document.getElementById(`field-${first}`)?.focus()
    return first === undefined
  }

  /** One story at a time: a second press while one is under way does nothing. */
  const once = async (story: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setProblem(null)
    try {
      await story()
    } finally {
      busy.current = false
    }
  }

  const send = () =>
    once(async () => {
      if (!checkAll()) return
      const from = step === 'code' ? 'code' : 'details'
      setStep('sending')
      setMayHaveCode(false)
      try {
        const [sent] = await Promise.all([sendOtp(person, shopId), new Promise((done) => setTimeout(done, POPUP_MS))])
        rememberPhone(sent.mobile)
        if (sent.editsDisplay) {
          allowLeaving()
          location.assign(paths.editDisplay(shopId))
          return
        }
        const now = Date.now()
        keep({ ...person, step: 'code', resendAt: now + sent.resendAfter * 1000, endsAt: now + sent.expiresIn * 1000, wrongCodes: 0 })
        setShownCode(sent.code)
        setCode(sent.code ?? '')
        setCodeIsWrong(false)
        setStep('code')
      } catch (failure) {
        setStep(from)
        if (failure instanceof CallFailure && Object.keys(failure.fields).length > 0) {
          setErrors(fieldErrorsOf(failure.fields, person))
          return
        }
        if (failure instanceof CallFailure && failure.code === 'otp_wait') {
          keep({ ...person, resendAt: Date.now() + (failure.retryAfter ?? 30) * 1000 })
          setMayHaveCode(from === 'details')
        }
        // The sentence brings its own full stop, and so does the frame around it.
        setProblem(say('errorSendingOtp', { message: sentenceOf(failure, say).replace(/[.।]$/, '') }))
      }
    })

  const join = () => once(takePlace)

  const takePlace = async () => {
    setStep('joining')
    try {
      const place = await joinQueue({ ...person, shopId, counter: world.counter, locale: world.locale })
      if (place.tokenNumber !== null) rememberToken(shopId, place.tokenNumber)
      // The draft's details stay for "start again"; its step does not.
      writeDraft(shopId, { ...latest.current, ...person, step: 'details', wrongCodes: 0 })
      journey.took(await readPass(place.ticketId))
      journey.go(place.next, { replace: true })
    } catch (failure) {
      if (codeOf(failure) === 'not_verified' || codeOf(failure) === 'not_your_mobile') setStep('details')
      else setStep('join-failed')
      setProblem(sentenceOf(failure, say))
    }
  }

  const verify = () =>
    once(async () => {
      setStep('verifying')
      try {
        await verifyOtp(person.mobile, code)
      } catch (failure) {
        setStep('code')
        if (codeOf(failure) === 'invalid_otp') {
          keep({ wrongCodes: latest.current.wrongCodes + 1 })
          setCodeIsWrong(true)
        } else setProblem(sentenceOf(failure, say))
        return
      }
      journey.becameVerified()
      journey.alert(say('otpVerified'), 'ok')
      await takePlace()
    })

  return {
    step,
    person: { name: draft.name, mobile: draft.mobile, email: draft.email },
    errors,
    problem,
    mayHaveCode,
    code,
    shownCode,
    codeIsWrong,
    triesLeft: Math.max(0, TRIES - draft.wrongCodes),
    resendAt: draft.resendAt,
    endsAt: draft.endsAt,
    type: (field, text) => {
      keep({ [field]: text })
      setProblem(null)
      setErrors((held) => without(held, field))
      if (field === 'email') setEmailIsGood(false)
    },
    typeCode: (text) => {
      setCode(text.replace(/\D/g, '').slice(0, 6))
      setCodeIsWrong(false)
      setProblem(null)
    },
    checkEmail,
    emailIsGood,
    send,
    verify,
    join,
    changeNumber: () => {
      keep({ step: 'details' })
      setStep('details')
      setCode('')
      setShownCode(null)
      setCodeIsWrong(false)
      setProblem(null)
    },
    enterCode: () => {
      keep({ ...person, step: 'code', endsAt: Date.now() + 300_000, wrongCodes: 0 })
      setProblem(null)
      setStep('code')
    },
  }
}

function without(errors: FieldErrors, field: keyof FieldErrors): FieldErrors {
  const { [field]: _gone, ...others } = errors
  return others
}
