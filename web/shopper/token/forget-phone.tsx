import { useState } from 'react'
import { sentenceOf } from '#web/shopper/failures.ts'
import { addressOf } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'

/** For a shared phone: ends the session here and keeps the ticket. The code behind it is loaded at the press. */
export function ForgetPhone({ words }: { words: string }) {
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
