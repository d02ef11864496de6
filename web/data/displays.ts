import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { changeDisplay, readDisplay } from '#contract/displays/calls.ts'
import type { Display } from '#contract/displays/displays.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import { ask } from '#web/session/account-call.ts'
import { accountLive } from '#web/session/account-live.ts'
import { staleAfter } from './live.ts'
import { answerOf, keyOf, readAgain, useChange } from './query.ts'

/** Absent parts stay. */
export type DisplayChange = Partial<Omit<Display, 'shopId'>>

/** Timeout for the upload of a picture or a sound over a slow connection, in ms. */
const UPLOAD_MS = 90_000

const displayOf = (shopId: string) => answerOf(readDisplay, { params: { id: shopId } })

/** Changes by other people arrive automatically. Refused with `shop_not_found` or `is_a_mall`. */
export function useDisplay(shopId: string) {
  const queries = useQueryClient()
  useEffect(() => {
    const again = () => void readAgain(queries, staleAfter.display(shopId))
    return accountLive().watch({ shopId }, { display: again, snapshot: again })
  }, [queries, shopId])
  return useQuery(displayOf(shopId))
}

/** Refused with `forbidden`, `bad_picture`, `bad_sound`, `too_large` or field errors. */
export function useSaveDisplay(shopId: string) {
  const queries = useQueryClient()
  return useChange((change: DisplayChange) => saveDisplay(shopId, change), [keyOf(readStorefront, { params: { id: shopId } })], {
    onSuccess: (display) => queries.setQueryData(displayOf(shopId).queryKey, display),
  })
}

async function saveDisplay(shopId: string, change: DisplayChange): Promise<Display> {
  const body: z.input<typeof changeDisplay.body> = {
    backgroundImage: change.backgroundImage === null ? '' : change.backgroundImage,
    imageAlt: change.imageAlt,
    phoenixText: change.slidingText,
    pText: change.largeLetter,
    royalPassText: change.passText,
    audio: change.audio === null ? '' : change.audio,
  }
  const fieldNames = { phoenixText: 'slidingText', pText: 'largeLetter', royalPassText: 'passText' }
  const asked = { params: { id: shopId }, body, fieldNames, timeoutMs: UPLOAD_MS }
  const { message: _message, ...display } = await ask(changeDisplay, asked)
  return display
}
