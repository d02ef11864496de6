import { useQueryClient } from '@tanstack/react-query'
import { addCounter, changeCounter } from '#contract/counters/calls.ts'
import { removeCounter } from '#contract/office/mall-calls.ts'
import { ask } from '#web/session/account-call.ts'
import { placesStale } from './malls.ts'
import { readAgain, type Told, useChange } from './query.ts'
import type { ShopPlace } from './shops.ts'

export type Counter = ShopPlace['counters'][number]

/** Refused with `name_taken`. */
export const useAddCounter = (shopId: string, told: Told<unknown, string>) =>
  useChange((name) => ask(addCounter, { body: { shopId, name } }), placesStale, told)

export const useSwitchCounter = () =>
  useChange(({ id, isOpen }: Counter) => ask(changeCounter, { params: { id }, body: { isOpen: !isOpen } }), placesStale)

/** Refused with `name_taken`. */
export function useRenameCounter(): (counterId: string, name: string) => Promise<void> {
  const queries = useQueryClient()
  return async (counterId, name) => {
    await ask(changeCounter, { params: { id: counterId }, body: { name } })
    void readAgain(queries, placesStale)
  }
}

/** Refused with `tickets_live` while a shopper is called to it. */
export const useRemoveCounter = (told: Told<unknown, Counter>) =>
  useChange(({ id }) => ask(removeCounter, { params: { id } }), placesStale, told)
