import { useJourney } from '../journey-context.ts'

/** Where one is, of three steps (two where nothing is to be paid). */
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
      {steps.map((step, place) => (
        <li key={step.name} data-done={place < here || undefined} aria-current={place === here ? 'step' : undefined}>
          {step.words}
        </li>
      ))}
    </ol>
  )
}
