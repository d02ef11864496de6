import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { readMallAudit } from '#contract/office/audit-calls.ts'
import { changeMallDetails, mallOverview } from '#contract/office/mall-calls.ts'
import { checkPayment } from '#contract/payments/gateway-calls.ts'
import type { LedgerNames } from '#contract/payments/ledgers.ts'
import type { ExportKind, MoneyState } from '#contract/payments/money.ts'
import { exportMoney, listMoney, type MoneyPaper, type MoneyPayment, readMoney } from '#contract/payments/money-calls.ts'
import { addressOf } from '#web/api/ask.ts'
import { ask, readFile } from '#web/session/account-call.ts'
import { answerOf, keyOf, type Told, useChange } from './query.ts'

export type Money = z.output<typeof readMoney.answer>
export type { MoneyPaper, MoneyPayment, MoneyState }

/** Days of the mall, `2026-11-21`; today if they are absent. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** The money of a mall or a shop. It is read again every minute, and each time a person opens the screen. */
export const useMoney = (id: string, period: Period) =>
  useQuery({
    ...answerOf(readMoney, { params: { id }, query: period }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 60_000,
  })

/** A search looks at all days. */
export interface ListFilters {
  state: MoneyState | null
  search: string
}

/** The payments of a mall or a shop, newest first. */
export function useMoneyList(id: string, period: Period, { state, search }: ListFilters, enabled = true) {
  const query = { ...(search === '' ? period : {}), state: state ?? undefined, search: search === '' ? undefined : search }
  return useInfiniteQuery({
    queryKey: keyOf(listMoney, { params: { id }, query }),
    queryFn: ({ signal, pageParam }) => ask(listMoney, { params: { id }, query: { ...query, cursor: pageParam ?? undefined }, signal }),
    enabled,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // As often as the sums above it, and sooner while money is on its way back.
    refetchInterval: ({ state: { data } }) => (data?.pages.some(hasDue) ? 15_000 : 60_000),
  })
}

const hasDue = ({ payments }: z.output<typeof listMoney.answer>): boolean => payments.some(({ duePaise }) => duePaise > 0)

const stale = [readMoney, listMoney]

export const useCheck = (told: Told<unknown, string>) =>
  useChange((paymentId: string) => ask(checkPayment, { params: { id: paymentId } }), stale, told)

export interface FileRequest {
  kind: ExportKind
  from: string
  to: string
  people: 'yes' | 'no'
  /** Of the return, if the days have papers of several. */
  gstin?: string | undefined
  /** Saved before. */
  ledgers?: Partial<LedgerNames> | undefined
}

/** The audit then has an entry for the file. */
export const useMoneyFile = (mallId: string, id: string, told: Told<File, FileRequest>) =>
  useChange(
    async ({ gstin, ledgers, ...request }) => {
      if (ledgers && request.kind === 'tally') await ask(changeMallDetails, { params: { id: mallId }, body: { ledgers } })
      return readFile(addressOf(exportMoney.path, { id }), { ...request, ...(gstin === undefined ? {} : { gstin }) })
    },
    [readMallAudit, mallOverview],
    told,
  )
