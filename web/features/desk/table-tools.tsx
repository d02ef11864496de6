import { CloseButton, Kbd, SegmentedControl, TextInput } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { say } from '#web/words/words.ts'
import { type Filter, filtersToOffer } from './table-view.ts'
import './table-tools.css'

export interface TableToolsProps {
  filter: Filter
  setFilter: (filter: Filter) => void
  search: string
  setSearch: (search: string) => void
  searchField: RefObject<HTMLInputElement | null>
  /** The number of customers who match each filter; undefined while loading. */
  counts: Readonly<Record<Filter, number>> | undefined
  keysOn: boolean
  /** The lamp of the queue, between the filters and the search. */
  children?: ReactNode
}

/** The table's head: its name, the filters with their counts, the search. */
export function TableTools({ filter, setFilter, search, setSearch, searchField, counts, keysOn, children }: TableToolsProps) {
  return (
    <div className="table-tools">
      <h1>{say('customers')}</h1>
      <SegmentedControl
        classNames={{ root: 'table-tools__filter', label: 'table-tools__choice', indicator: 'table-tools__chosen' }}
        withItemsBorders={false}
        aria-label={say('filter')}
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={filtersToOffer(counts, filter).map((value) => ({
          value,
          label: (
            <>
              {say(value)}
              {/* The space is for screen readers, which read "All 24". */}
              {counts && <span className="table-tools__count num"> {counts[value]}</span>}
            </>
          ),
        }))}
      />
      {children}
      <TextInput
        ref={searchField}
        className="table-tools__search"
        type="search"
        aria-label={say('search')}
        placeholder={say('searchHint')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The first press clears the text, the second leaves the field.
          if (search === '') event.currentTarget.blur()
          else setSearch('')
          event.preventDefault()
        }}
        leftSection={<Icon name="search" />}
        rightSection={
          search !== '' ? (
            <CloseButton aria-label={say('clearSearch')} onClick={() => setSearch('')} />
          ) : (
            keysOn && <Kbd className="keys-only">/</Kbd>
          )
        }
      />
    </div>
  )
}
