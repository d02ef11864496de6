import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkOrder, confirmOrder, type VendorOrder } from '#web/data/shopper/payments.ts'
import { onWake } from '#web/device/wake.ts'
import { codeOf, sentenceOf } from '#web/shopper/failures.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { rememberBegun } from './begun.ts'
import { type Heard, openCheckout } from './open-checkout.ts'
import type { PayingStart } from './props.ts'
import { afterAnswer, type Ended, pauseAfter, type Step, unopened } from './rules.ts'

interface Paying {
  step: Step
  /** Opens the vendor's page (again). */
  open: () => void
  /** The shopper says that nothing was paid: the vendor's page may be opened again. */
  didNotPay: () => void
}

/**
 * Opens the vendor's page, then asks the server until it knows how the payment ended. A payment that is paid, late or over changes the
 * shopper's pass, and the pass leads to the right screen.
 */
export function usePaying(
  start: PayingStart,
  { reorder, leave }: { reorder: () => Promise<VendorOrder>; leave: (problem: string | null) => void },
): Paying {
  const journey = useJourney()
  const [step, setStep] = useState<Step>(
    () => start.unopened ?? (start.order === null ? { at: 'asking', paid: false, trouble: null } : { at: 'opening' }),
  )
  const [asked, setAsked] = useState(0)
  const ended = useRef<Ended>({ closed: 'elsewhere' })
  const paymentId = useRef(start.paymentId)
  const busy = useRef(false)
  const gaveUp = useRef(false)

  /** One part at a time: a second press, or a question while one is under way, does nothing. */
  const once = (part: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    part().finally(() => {
      busy.current = false
    })
  }

  const ask = async (claim: Readonly<Record<string, string>> | null) => {
    try {
      if (claim !== null && (await confirmOrder(paymentId.current, claim)) !== null) return await journey.refreshPass()
      if (claim !== null) return setAsked((n) => n + 1)
      const { payment, underWay } = await checkOrder(paymentId.current)
      // The pass leads on: to the token, or to what became of late money.
      if (payment.state !== 'created') return await journey.refreshPass()
      if (gaveUp.current) return
      setStep((held) => afterAnswer(held, underWay, ended.current))
    } catch (failure) {
      const code = codeOf(failure)
      if (code === 'not_verified' || code === 'payment_not_found') return leave(await sentenceOf(failure, journey))
      if (code === 'payment_late' || code === 'payment_lapsed') return await journey.refreshPass().catch(() => undefined)
      if (code === 'payment_failed' || code === 'signature_wrong') return setStep({ at: 'failed', reason: 'other' })
      if (code === 'payment_other_amount') return setStep({ at: 'other_amount' })
      if (gaveUp.current) return
      const trouble = code === 'offline' ? 'offline' : 'vendor'
      setStep((held) => ({ at: 'asking', paid: held.at === 'asking' && held.paid, trouble }))
    }
    setAsked((n) => n + 1)
  }

  const run = async (order: VendorOrder) => {
    const { payment, checkout } = order
    paymentId.current = payment.id
    gaveUp.current = false
    setStep({ at: 'opening' })
    rememberBegun(payment.id)
    let heard: Heard
    try {
      heard = await openCheckout(payment.id, checkout, journey.world.locale)
    } catch (failure) {
      console.info('checkout', failure)
      rememberBegun(null)
      return setStep({ at: 'unopened' })
    }
    if (heard.kind === 'away') return
    if (heard.kind === 'closed') ended.current = heard.failure === null ? { closed: 'here' } : { failure: heard.failure }
    setStep({ at: 'asking', paid: heard.kind === 'paid', trouble: null })
    setAsked(0)
    await ask(heard.kind === 'paid' ? heard.claim : null)
  }

  const open = () =>
    once(async () => {
      setStep({ at: 'opening' })
      try {
        await run(await reorder())
      } catch (failure) {
        const step = unopened(codeOf(failure))
        if (step) return setStep(step)
        await journey.refreshPass().catch(() => undefined)
        leave(await sentenceOf(failure, journey))
      }
    })

  const begin = useEffectEvent(() => {
    if (start.unopened) return
    const { order } = start
    if (order === null) once(() => ask(null))
    else once(() => run(order))
  })
  useEffect(() => begin(), [])

  // Phones freeze a page, or end it, while the UPI app is open. The first thing after that is a question.
  const again = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && step.at === 'asking') once(() => ask(null))
  })
  useEffect(() => {
    const listener = () => again()
    const sleepless = onWake(listener)
    window.addEventListener('online', listener)
    return () => {
      sleepless()
      window.removeEventListener('online', listener)
    }
  }, [])
  useEffect(() => {
    if (step.at !== 'asking' || asked === 0) return
    const timer = setTimeout(() => again(), pauseAfter(asked))
    return () => clearTimeout(timer)
  }, [step.at, asked])

  const didNotPay = () => {
    gaveUp.current = true
    setStep({ at: 'closed', own: false })
  }

  // Nothing is under way any more: the next press opens the vendor's page.
  useEffect(() => {
    if (step.at === 'closed' || step.at === 'failed') rememberBegun(null)
  }, [step.at])

  return { step, open, didNotPay }
}
