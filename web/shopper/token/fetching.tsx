import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailure } from '#web/api/call.ts'
import { findTicket, readPass } from '#web/data/shopper/queue.ts'
import { rememberedPhone, rememberedToken, rememberToken, seenPass } from '#web/session/shopper.ts'
import { hasEnded } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Problem } from '#web/shopper/parts/problem.tsx'
import { PassCard } from './pass-card.tsx'

type Trouble = 'failed' | 'none' | 'unverified'

/**
 * No pass came with the page, so it is looked up once, by the mobile that this phone remembers. While loading, the pass keeps its shape and
 * shows the last number that this phone was given.
 */
export function Fetching() {
  const { world, say, took, go } = useJourney()
  const shopId = world.shopId ?? ''
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [known, setKnown] = useState<number | null>(null)

  const find = async () => {
    // A known pass only waits for the code of its part.
    if (world.pass !== null) return
    setTrouble(null)
    setKnown(rememberedToken(shopId))
    try {
      const phone = rememberedPhone()
      if (phone === null) throw new CallFailure({ code: 'not_verified', message: '', status: 401 })
      took(await readPass(await findTicket(phone, shopId)))
    } catch (failure) {
      const status = failure instanceof CallFailure ? failure.status : 0
      const last = seenPass(shopId)
      if (status === 0 && last !== null && !hasEnded(last.pass.state)) took(last.pass)
      else if (status === 404) {
        rememberToken(shopId, null)
        setKnown(null)
        setTrouble('none')
      } else setTrouble(status === 401 ? 'unverified' : 'failed')
    }
  }
  const onArrival = useEffectEvent(find)
  useEffect(() => {
    onArrival()
  }, [])

  const circle = trouble !== null ? { words: say('error') } : known !== null ? { number: known } : { words: say('loading') }
  return (
    <div className="sheet" aria-busy={trouble === null}>
      <PassCard
        title={say('titleToken')}
        circle={circle}
        share={0}
        facts={[say('peopleAhead'), say('expectedWait'), say('nowServing')].map((name) => ({ name, value: '–' }))}
      />
      {trouble !== null && (
        <>
          <Problem text={say(trouble === 'failed' ? 'tokenFailed' : trouble === 'none' ? 'noTokenHere' : 'verifyFirst')} />
          {trouble === 'failed' ? (
            <button type="button" className="btn" onClick={find}>
              {say('tryAgain')}
            </button>
          ) : (
            <button type="button" className="btn" onClick={() => go(trouble === 'none' ? 'welcome' : 'information')}>
              {trouble === 'none' ? say('buyCart') : say('stepVerify')}
            </button>
          )}
        </>
      )}
    </div>
  )
}
