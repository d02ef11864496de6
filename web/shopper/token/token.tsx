import { useEffect } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { endsHere, owesCash } from '#web/shopper/journey.ts'
import { useJourney, useLate } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { Called } from './called.tsx'
import { Fetching } from './fetching.tsx'
import { stopPosted } from './posted.ts'
import { Waiting } from './waiting.tsx'

export function Token() {
  const { pass } = useJourney().world
  const isOver = pass !== null && endsHere(pass.state)
  // Also on the way to another screen, where the visit may end unseen.
  useEffect(() => {
    if (isOver) stopPosted()
    return stopPosted
  }, [isOver])
  if (pass?.state === 'called' && pass.number !== null) return <Called pass={pass} number={pass.number} />
  return (
    <>
      <Bar />
      <State pass={pass} />
    </>
  )
}

function State({ pass }: { pass: PassWire | null }) {
  const ending = useLate('ending', pass !== null && endsHere(pass.state))
  const toPay = useLate('toPay', pass !== null && owesCash(pass))
  const booked = useLate('booked', pass?.state === 'booked')
  if (pass === null) return <Fetching />
  if (toPay) return <toPay.ToPay pass={pass} say={toPay.say} />
  if (pass.state === 'waiting' && pass.number !== null) return <Waiting pass={pass} number={pass.number} />
  if (booked) return <booked.Booked say={booked.say} pass={pass} />
  // The order is not paid yet: `App` moves on to the payment screen.
  if (!endsHere(pass.state)) return <Fetching />
  // Until its code is loaded, the same shape as while loading.
  return ending ? <ending.Ending pass={pass} state={pass.state} say={ending.say} /> : <Fetching />
}
