import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { addMall, changeMall, listMalls, NEXT_CURSOR, readMall } from '#contract/office/form-calls.ts'
import { changeMallDetails, confirmGstin, mallOverview, removeMall, removeOwnersSecondFactor } from '#contract/office/mall-calls.ts'
import { readSettings } from '#contract/office/settings-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { ask, call } from '#web/session/account-call.ts'
import type { PlaceFields } from './place-fields.ts'
import { answerOf, keyOf, readAgain, type Told, useChange } from './query.ts'

export type Mall = z.output<typeof readMall.answer>
export type Overview = z.output<typeof mallOverview.answer>
export type Today = z.output<typeof mallToday.answer>

/** Every change of a mall, a shop or a counter makes these stale. */
export const placesStale = [listMalls, readMall, mallOverview, mallToday, readStorefront, readSettings]

/** `next` is the cursor of the next page, null on the last one. */
interface MallPage {
  malls: Mall[]
  next: string | null
}

const readMallPage = (search: string, cursor: string | null, signal: AbortSignal): Promise<MallPage> =>
  call(listMalls.method, listMalls.path, {
    signal,
    query: { search: search === '' ? null : search, cursor },
    decode: (wire, headers) => ({ malls: listMalls.answer.parse(wire), next: headers.get(NEXT_CURSOR) }),
  })

/** A list of all malls reads at most this many pages. People with more malls use the search. */
const MOST_PAGES = 20

/** One call gives two lists with an entry each: all malls at once, and the found ones page by page. */
const WHOLE = 'whole'
const PAGED = 'paged'

const allMalls = queryOptions({
  queryKey: keyOf(listMalls, {}, WHOLE),
  queryFn: async ({ signal }) => {
    const malls: Mall[] = []
    let cursor: string | null = null
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const page: MallPage = await readMallPage('', cursor, signal)
      malls.push(...page.malls)
      cursor = page.next
      if (cursor === null) break
    }
    return malls
  },
})

const mallsFound = (search: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(listMalls, { query: { search } }, PAGED),
    queryFn: ({ signal, pageParam }) => readMallPage(search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

const ofMall = (mallId: string) => ({ params: { id: mallId } })

export const useMalls = (enabled: boolean) => useQuery({ ...allMalls, enabled })

/** The malls whose title contains `search`, page by page; all malls if it is empty. */
export const useFoundMalls = (search: string) => useInfiniteQuery(mallsFound(search))

/** Refused with `mall_not_found` or `is_a_shop`. */
export const useMall = (mallId: string) => useQuery(answerOf(readMall, ofMall(mallId)))

/** One query each, so that one failure does not hide the others. */
export const useMallsOf = (mallIds: readonly string[]) =>
  useQueries({ queries: mallIds.map((mallId) => answerOf(readMall, ofMall(mallId))) })

/**
 * The shops with their day in numbers, the seller's details, a new owner's first steps. Read again each time the person comes back to the
 * screen or window: a QR code may have been saved, or a test token taken.
 */
export const useOverview = (mallId: string, enabled: boolean) =>
  useQuery({ ...answerOf(mallOverview, ofMall(mallId)), enabled, staleTime: 0, refetchOnWindowFocus: true })

/** Read again four times a minute, while the window is in sight. */
export const useToday = (mallId: string) =>
  useQuery({ ...answerOf(mallToday, ofMall(mallId)), staleTime: 0, refetchInterval: 15_000, refetchOnWindowFocus: true })

/** In a change, blank passwords keep the current one. */
export interface MallFields extends PlaceFields {
  title: string
}

const fieldNames = { mallconpassword: 'passwordAgain' }
const wireFields = ({ passwordAgain, ...fields }: MallFields) => ({ ...fields, mallconpassword: passwordAgain, role: 'owner' as const })

/**
 * Changes a mall and its owner's login, or without a mall adds one with its owner's account. Refused with `email_taken`, `bad_picture` or
 * field errors, which use the names of `MallFields`.
 */
export const useSaveMall = (mallId: string | null, told: Told<z.output<typeof addMall.answer>, MallFields>) =>
  useChange(
    (fields) =>
      mallId === null
        ? ask(addMall, { body: wireFields(fields), fieldNames })
        : ask(changeMall, { ...ofMall(mallId), body: wireFields(fields), fieldNames }),
    placesStale,
    told,
  )

/** Refused with `tickets_live` while people wait there. */
export function useRemoveMall(told: Pick<Told<unknown, Mall>, 'onSuccess'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Mall) => ask(removeMall, ofMall(id)),
    onSuccess: (answer, mall) => {
      // Drop the mall from the cache first, so that the screen no longer requests it.
      const without = (malls: Mall[]) => malls.filter(({ id }) => id !== mall.id)
      queries.setQueryData(allMalls.queryKey, (malls) => malls && without(malls))
      queries.setQueriesData<{ pages: MallPage[]; pageParams: unknown[] }>(
        { queryKey: keyOf(listMalls), predicate: ({ queryKey }) => queryKey[2] === PAGED },
        (found) => found && { ...found, pages: found.pages.map((page) => ({ ...page, malls: without(page.malls) })) },
      )
      for (const gone of [readMall, mallOverview, mallToday]) queries.removeQueries({ queryKey: keyOf(gone, ofMall(mall.id)) })
      told.onSuccess?.(answer, mall)
      void readAgain(queries, placesStale)
    },
  })
}

/** Refused with `second_factor_off`. */
export const useRemoveOwnersFactor = (mallId: string, told: Told<unknown, void>) =>
  useChange(() => ask(removeOwnersSecondFactor, ofMall(mallId)), [], told)

export type MallDetails = z.input<typeof changeMallDetails.body>

/** Absent fields stay. */
export const useChangeMallDetails = (mallId: string, told: Told<Overview, MallDetails>) =>
  useChange((details) => ask(changeMallDetails, { ...ofMall(mallId), body: details }), placesStale, told)

/** Confirms the GSTIN that a mall's owner has entered. Refused with `nothing_to_confirm` if another one waits, or none. */
export const useConfirmGstin = (mallId: string, told: Told<Overview, string>) =>
  useChange((gstin) => ask(confirmGstin, { ...ofMall(mallId), body: { gstin } }), placesStale, told)
