import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Mall, useFoundMalls } from '#web/data/malls.ts'
import { MallCard } from '#web/features/office/malls/mall-card.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** With more malls, the cards do not ask how many people wait, because each card costs a call. */
const COUNTED_MALLS = 24

export function useMallSearch(label: string) {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search).trim()
  const malls = useFoundMalls(wanted)
  return {
    malls,
    found: malls.data?.pages.flatMap((page) => page.malls),
    isSearch: wanted !== '',
    field: <SearchField label={label} clear={say('clearSearch')} value={search} onChange={setSearch} />,
  }
}

interface Props extends Pick<ReturnType<typeof useMallSearch>, 'malls' | 'found' | 'isSearch'> {
  marked?: string | undefined
  children: (mall: Mall) => ReactNode
}

/** Empty cards while the malls are read; a sentence if there are none. */
export function MallCards({ malls, found, isSearch, marked, children }: Props) {
  return (
    <>
      {malls.isError && <ReadFailure text={sayOfPlaces('mallsUnread')} retry={malls.refetch} />}
      {found?.length === 0 && <p className="panel nothing">{sayOfPlaces(isSearch ? 'noMallFits' : 'noMalls')}</p>}
      {malls.isPending && (
        <div className="mall-card-list" role="status" aria-label={say('loading')}>
          <Skeleton height="19.5rem" radius="md" />
          <Skeleton height="19.5rem" radius="md" />
        </div>
      )}
      <ul className="mall-card-list">
        {found?.map((mall) => (
          <MallCard key={mall.id} mall={mall} counted={found.length <= COUNTED_MALLS} marked={mall.id === marked}>
            {children(mall)}
          </MallCard>
        ))}
      </ul>
      {malls.hasNextPage && (
        <Button className="more" variant="outline" loading={malls.isFetchingNextPage} onClick={() => void malls.fetchNextPage()}>
          {sayOfPlaces('moreMalls')}
        </Button>
      )}
    </>
  )
}
