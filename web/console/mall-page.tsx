import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallFailure } from '#web/api/call.ts'
import { type Mall, useMall } from '#web/data/malls.ts'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { useSay } from '#web/words/words.ts'
import { ConsolePage } from './console-page.tsx'
import { NotFound } from './screens/not-found.tsx'

/** A page about one mall: not found, loading, failed to load, or the mall. */
export function MallPage({ mallId, ways, children }: { mallId: string; ways: ReactNode; children: (mall: Mall) => ReactNode }) {
  const say = useSay()
  const mall = useMall(mallId)
  if (mall.error instanceof CallFailure && mall.error.status === 404) return <NotFound />
  return (
    <ConsolePage ways={ways}>
      {mall.isPending && <Loader aria-label={say('loading')} />}
      {mall.isError && <ReadFailure text={sayOfPlaces('mallsUnread')} retry={mall.refetch} />}
      {mall.data && children(mall.data)}
    </ConsolePage>
  )
}
