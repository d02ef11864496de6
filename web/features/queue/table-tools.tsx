import { CloseButton, Kbd, SegmentedControl, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { useSay } from '../../session/words.ts'
import { Icon } from '../../ui/icons.tsx'
import { type Filter, filters } from './table-view.ts'
import './table-tools.css'

export interface TableToolsProps {
  filter: Filter
  setFilter: (filter: Filter) => void
  search: string
  setSearch: (search: string) => void
  searchField: RefObject<HTMLInputElement | null>
  /** How many each filter lets through; undefined while loading. */
  counts: Readonly<Record<Filter, number>> | undefined
  keysOn: boolean
}

/** The table's head: its name, the filters with their counts, the search. */
export function TableTools({ filter, setFilter, search, setSearch, searchField, counts, keysOn }: TableToolsProps) {
  const say = useSay()
  return (
    <div className="tools">
      <h1>{say('customers')}</h1>
      <SegmentedControl
        className="tools__filter"
        withItemsBorders={false}
        aria-label={say('filter')}
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={filters.map((value) => ({
          value,
          label: (
            <>
              {say(value)}
              {counts && <span className="tools__count num">{counts[value]}</span>}
            </>
          ),
        }))}
      />
      <TextInput
        ref={searchField}
        className="tools__search"
        type="search"
        aria-label={say('search')}
        placeholder={say('searchHint')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // One press clears, the next leaves the field.
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
