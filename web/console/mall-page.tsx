import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallFailure } from '../api/call.ts'
import type { Mall } from '../features/malls/api.ts'
import { useMall } from '../features/malls/use-malls.ts'
import { sayOfPlaces } from '../session/place-words.ts'
import { ReadFailure } from '../session/read-failure.tsx'
import { useSay } from '../session/words.ts'
import { ConsolePage } from './console-page.tsx'
import { NotFound } from './screens/not-found.tsx'

/** A page about one mall: not found, on its way, out of reach, or the mall. */
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
