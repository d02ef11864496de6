import { useJourney } from '#web/shopper/journey-context.ts'

/** The current step of three (of two if there is nothing to pay). */
export function Way({ at, free }: { at: 'verify' | 'pay'; free: boolean }) {
  const { say } = useJourney()
  const steps = [
    { name: 'verify', words: say('stepVerify') },
    ...(free ? [] : [{ name: 'pay', words: say('stepPay') }]),
    { name: 'token', words: say('stepToken') },
  ]
  const here = steps.findIndex((step) => step.name === at)
  return (
    <ol className="way" aria-label={say('steps')}>
      {steps.map((step, index) => (
        <li key={step.name} data-done={index < here || undefined} aria-current={index === here ? 'step' : undefined}>
          {step.words}
        </li>
      ))}
    </ol>
  )
}
