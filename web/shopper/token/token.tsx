import { useEffect } from 'react'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { owesCash } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { endsHere } from '#web/shopper/rare-parts.ts'
import { useRare } from '#web/shopper/use-rare.ts'
import { Called } from './called.tsx'
import { Fetching } from './fetching.tsx'
import { stopPosted } from './posted.ts'
import { Waiting } from './waiting.tsx'

/** The pass, live, in every state of its ticket. */
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
  const ending = useRare('ending', pass !== null && endsHere(pass.state))
  const toPay = useRare('toPay', pass !== null && owesCash(pass))
  const booked = useRare('booked', pass?.state === 'booked')
  if (pass === null) return <Fetching />
  if (toPay) return <toPay.Screen pass={pass} say={toPay.say} />
  if (pass.state === 'waiting' && pass.number !== null) return <Waiting pass={pass} number={pass.number} />
  if (booked) return <booked.Booked say={booked.say} pass={pass} />
  // The order is not paid yet: `App` moves on to the payment screen.
  if (!endsHere(pass.state)) return <Fetching />
  // Until its code is loaded, the same shape as while loading.
  return ending ? <ending.Screen pass={pass} state={pass.state} say={ending.say} /> : <Fetching />
}
