import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { changeGateway, type GatewayAccount, readGateways, testGateway } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { ask } from '#web/session/account-call.ts'
import { answerOf, readAgain, type Told } from './query.ts'

export type { GatewayAccount }

const gatewaysOf = (mallId: string) => answerOf(readGateways, { params: { id: mallId } })

/** All vendors of a mall, also those that are off; never with a secret. */
export const useGateways = (mallId: string) => useQuery({ ...gatewaysOf(mallId), refetchOnWindowFocus: true })

/** Absent and empty parts stay. */
export type GatewayEntered = z.input<typeof changeGateway.body>

/**
 * Enters the keys of a vendor, or switches it on or off. Refused with `gateway_incomplete`, `gateway_test_key` or `gateway_not_in_demo`.
 */
export function useChangeGateway(mallId: string, told: Told<GatewayAccount[], GatewayEntered>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (entered: GatewayEntered) => ask(changeGateway, { params: { id: mallId }, body: entered }),
    onSuccess: (accounts, entered) => {
      queries.setQueryData(gatewaysOf(mallId).queryKey, accounts)
      void readAgain(queries, [readStorefront])
      return told.onSuccess?.(accounts, entered)
    },
    onError: (failure, entered) => told.onError?.(failure, entered),
  })
}

/** Asks the vendor whether it accepts the stored keys. Refused with `gateway_incomplete` or `gateway_unavailable`. */
export const useTestGateway = (mallId: string, name: VendorName) =>
  useMutation({ mutationFn: () => ask(testGateway, { params: { id: mallId }, body: { name } }) })
