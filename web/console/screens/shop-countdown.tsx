import { useParams, useSearchParams } from 'react-router'
import { CallFailure } from '#web/api/call.ts'
import { useRunning } from '#web/data/countdowns.ts'
import { useShop } from '#web/data/storefront.ts'
import { CountdownScene } from '#web/features/board/countdown/scene.tsx'
import { useMoment } from '#web/features/board/countdown/use-moment.ts'
import { say } from '#web/words/words.ts'
import { NotFound } from './not-found.tsx'

/** `/{id}/countdown`: for the hall; `?counter=` shows one counter's countdown. */
export function Screen() {
  const { shopId = '' } = useParams()
  const counter = useSearchParams()[0].get('counter')
  const [at] = useRunning([shopId], counter)
  const moment = useMoment(at?.running)
  const place = useShop(shopId).data?.shop.name ?? ''
  if (at?.error instanceof CallFailure && at.error.status === 404) return <NotFound />
  return (
    <CountdownScene moment={moment} place={place} nothing={{ title: say('waitingForCall'), hint: say('waitingForCallHint') }}>
      {at?.stale && (
        <div className="countdown__foot">
          <p className="countdown__stale" role="status">
            {say('countdownStale')}
          </p>
        </div>
      )}
    </CountdownScene>
  )
}
