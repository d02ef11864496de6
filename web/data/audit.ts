import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AuditGroup } from '#contract/audit/audit.ts'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import { exportAudit, exportMallAudit, readAudit, readMallAudit } from '#contract/office/audit-calls.ts'
import { addressOf } from '#web/api/ask.ts'
import { ask, readFile } from '#web/session/account-call.ts'
import { keyOf, type Told, useChange } from './query.ts'

export type { AuditEntry }

/** An empty text matches everything, but an empty group leaves out the many logins. */
export interface AuditFilters {
  group: AuditGroup | '' | 'all'
  person: string
  from: string
  to: string
  text: string
}

const given = <T extends string>(text: T | '') => (text === '' ? undefined : text)
const queryOf = (filters: AuditFilters) => ({
  group: filters.group === 'all' ? undefined : given(filters.group),
  without: filters.group === '' ? ('logins' as const) : undefined,
  person: given(filters.person),
  from: given(filters.from),
  to: given(filters.to),
  text: given(filters.text),
})

/** The audit of one mall, or of all malls (null). It is read again each time a person opens the screen. */
export function useAudit(mallId: string | null, filters: AuditFilters) {
  const query = queryOf(filters)
  return useInfiniteQuery({
    queryKey: mallId === null ? keyOf(readAudit, { query }) : keyOf(readMallAudit, { params: { id: mallId }, query }),
    queryFn: ({ signal, pageParam }) => {
      const page = { ...query, cursor: pageParam ?? undefined }
      return mallId === null ? ask(readAudit, { query: page, signal }) : ask(readMallAudit, { params: { id: mallId }, query: page, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** All matching entries as a CSV file. The audit then has a new entry, which says so. */
export const useAuditFile = (mallId: string | null, told: Told<File, AuditFilters>) =>
  useChange(
    (filters) => {
      const address = mallId === null ? exportAudit.path : addressOf(exportMallAudit.path, { id: mallId })
      const given = Object.entries(queryOf(filters)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
      return readFile(address, Object.fromEntries(given))
    },
    [mallId === null ? readAudit : keyOf(readMallAudit, { params: { id: mallId } })],
    told,
  )
