import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailure } from '../../api/call.ts'
import { findTicket, readPass } from '../../features/queue/own-place-api.ts'
import { rememberedPhone, rememberedToken, rememberToken, seenPass } from '../../session/shopper.ts'
import { hasEnded } from '../journey.ts'
import { useJourney } from '../journey-context.ts'
import { Problem } from '../parts/Problem.tsx'
import { PassCard } from './PassCard.tsx'

type Trouble = 'failed' | 'none' | 'unverified'

/**
 * No pass came with the page: it is looked for once, by the mobile that this phone remembers. Loading keeps the shape of the pass,
 * and the number that this phone was last given stands in it until the answer is here.
 */
export function Fetching() {
  const { world, say, took, go } = useJourney()
  const shopId = world.shopId ?? ''
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [known, setKnown] = useState<number | null>(null)

  const find = async () => {
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
