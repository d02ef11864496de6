import type { PassWire } from '../../../contract/storefront.wire.ts'
import { owesCash } from '../journey.ts'
import { useJourney } from '../journey-context.ts'
import { Bar } from '../parts/Bar.tsx'
import { Called } from './Called.tsx'
import { Ending } from './Ending.tsx'
import { Fetching } from './Fetching.tsx'
import { ToPay } from './ToPay.tsx'
import { Waiting } from './Waiting.tsx'

/** The pass, live, through all that can happen to it. */
export function Token() {
  const { pass } = useJourney().world
  if (pass?.state === 'called' && pass.number !== null) return <Called pass={pass} number={pass.number} />
  return (
    <>
      <Bar />
      <State pass={pass} />
    </>
  )
}

function State({ pass }: { pass: PassWire | null }) {
  if (pass === null) return <Fetching />
  if (owesCash(pass)) return <ToPay pass={pass} />
  if (pass.state === 'waiting' && pass.number !== null) return <Waiting pass={pass} number={pass.number} />
  // Paid between two looks: the screen of the payment comes by itself.
  if (pass.state === 'pending_payment' || pass.state === 'waiting' || pass.state === 'called') return <Fetching />
  return <Ending pass={pass} state={pass.state} />
}
