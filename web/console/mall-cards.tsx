import { Skeleton } from '@mantine/core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Mall } from '../features/malls/api.ts'
import { MallCard } from '../features/malls/mall-card.tsx'
import { useMalls } from '../features/malls/use-malls.ts'
import { sayOfPlaces } from '../session/place-words.ts'
import { ReadFailure } from '../session/read-failure.tsx'
import { useSay } from '../session/words.ts'
import { fits, SearchField } from '../ui/search-field.tsx'

/** Beyond this many malls, the cards do not ask for their people waiting: each costs a call. */
const COUNTED_MALLS = 24

/** All malls, and what is searched for among them: the list to show, the field to type in. */
export function useMallSearch(label: string) {
  const say = useSay()
  const malls = useMalls(true)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  return {
    malls,
    found: malls.data?.filter((mall) => fits(mall.title, wanted)),
    field: <SearchField label={label} clear={say('clearSearch')} value={search} onChange={setSearch} />,
  }
}

interface Props extends Pick<ReturnType<typeof useMallSearch>, 'malls' | 'found'> {
  /** The mall whose card stands out. */
  marked?: string | undefined
  /** The ways on from a mall. */
  children: (mall: Mall) => ReactNode
}

/** The malls found as cards; cards without words while they are read, a sentence where there is none. */
export function MallCards({ malls, found, marked, children }: Props) {
  const say = useSay()
  return (
    <>
      {malls.isError && <ReadFailure text={sayOfPlaces('mallsUnread')} retry={malls.refetch} />}
      {found?.length === 0 && <p className="panel nothing">{sayOfPlaces(malls.data?.length === 0 ? 'noMalls' : 'noMallFits')}</p>}
      {malls.isPending && (
        <div className="malls" role="status" aria-label={say('loading')}>
          <Skeleton height="19.5rem" radius="md" />
          <Skeleton height="19.5rem" radius="md" />
        </div>
      )}
      <ul className="malls">
        {found?.map((mall) => (
          <MallCard key={mall.id} mall={mall} counted={(malls.data?.length ?? 0) <= COUNTED_MALLS} marked={mall.id === marked}>
            {children(mall)}
          </MallCard>
        ))}
      </ul>
    </>
  )
}
