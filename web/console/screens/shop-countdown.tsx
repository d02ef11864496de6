import { useParams, useSearchParams } from 'react-router'
import { CallFailure } from '../../api/call.ts'
import { CountdownScene } from '../../features/countdown/scene.tsx'
import { useMoment } from '../../features/countdown/use-moment.ts'
import { useRunning } from '../../features/countdown/use-running.ts'
import { useShop } from '../../features/malls/use-malls.ts'
import { useSay } from '../../session/words.ts'
import { NotFound } from './not-found.tsx'

/** `/{id}/countdown`: the shop's current countdown for the hall; `?counter=` shows one counter's. */
export function Screen() {
  const say = useSay()
  const { shopId = '' } = useParams()
  const counter = useSearchParams()[0].get('counter')
  const [at] = useRunning([shopId], counter)
  const moment = useMoment(at?.running)
  const place = useShop(shopId).data?.shop.name ?? ''
  if (at?.error instanceof CallFailure && at.error.status === 404) return <NotFound />
  return (
    <CountdownScene moment={moment} place={place} nothing={{ title: say('waitingForCall'), hint: say('waitingForCallHint') }}>
      {at?.stale && (
        <p className="cd__stale" role="status">
          {say('countdownStale')}
        </p>
      )}
    </CountdownScene>
  )
}
