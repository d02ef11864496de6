import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listMoney, readMoney } from '#contract/payments/money-calls.ts'
import {
  type Dispute,
  decideOrphan,
  type Orphan,
  readSettlements,
  readVendorMatters,
  type Settlement,
} from '#contract/payments/vendor-books-calls.ts'
import { ask } from '#web/session/account-call.ts'
import type { Period } from './money.ts'
import { answerOf, type Told, useChange } from './query.ts'

export type { Dispute, Orphan, Settlement }

/** Money without an order, and disputes, of any day. It is read again every minute, and each time a person opens the screen. */
export const useVendorMatters = (mallId: string) =>
  useQuery({ ...answerOf(readVendorMatters, { params: { id: mallId } }), staleTime: 0, refetchInterval: 60_000 })

/** Transfers to the bank of the mall, the newest first. */
export const useSettlements = (mallId: string, period: Period) =>
  useQuery({ ...answerOf(readSettlements, { params: { id: mallId }, query: period }), placeholderData: keepPreviousData })

/** Records what a person has done about money without an order. */
export const useDecideOrphan = (orphanId: string, told: Told<unknown, string>) =>
  useChange(
    (note: string) => ask(decideOrphan, { params: { id: orphanId }, body: { note } }),
    [readVendorMatters, readMoney, listMoney],
    told,
  )
