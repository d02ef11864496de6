import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Mall, useFoundMalls } from '#web/data/malls.ts'
import { MallCard } from '#web/features/office/malls/mall-card.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'

/** With more malls than this, the cards do not ask how many people wait, because each card costs a call. */
const COUNTED_MALLS = 24

/** The malls by page and the search among them: the list to show, and the search field. */
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
  /** The mall whose card is highlighted. */
  marked?: string | undefined
  /** The links of a mall's card. */
  children: (mall: Mall) => ReactNode
}

/** The malls found, as cards. Empty cards while they are read; a sentence if there are no malls. */
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
