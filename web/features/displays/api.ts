import type { z } from 'zod'
import type { Display } from '../../../contract/displays.ts'
import { changeDisplay, readDisplay as readCall } from '../../../contract/displays.wire.ts'
import { call } from '../../session/account-call.ts'
import { completeAddress } from '../../ui/complete-address.ts'

/** What of a display changes; what is absent stays. */
export type DisplayChange = Partial<Omit<Display, 'shopId'>>

/** A picture or a sound goes up over a slow line in this time, in ms. */
const UPLOAD_MS = 90_000

/** A shop's display; refused with `shop_not_found` or `is_a_mall`. */
export const readDisplay = (shopId: string, signal: AbortSignal): Promise<Display> =>
  call('GET', `/api/display/${encodeURIComponent(shopId)}`, { signal, decode: (wire) => readCall.answer.parse(wire) })

/** Changes a shop's display; answers all of it. Refused with `forbidden`, `bad_picture`, `bad_sound`, `too_large` or field errors. */
export async function saveDisplay(shopId: string, change: DisplayChange): Promise<Display> {
  const body: z.input<typeof changeDisplay.body> = {
    backgroundImage: change.backgroundImage === null ? '' : change.backgroundImage && completeAddress(change.backgroundImage),
    imageAlt: change.imageAlt,
    phoenixText: change.slidingText,
    pText: change.largeLetter,
    royalPassText: change.passText,
    audio: change.audio === null ? '' : change.audio,
  }
  const fieldNames = { phoenixText: 'slidingText', pText: 'largeLetter', royalPassText: 'passText' }
  const { message: _message, ...display } = await call('PUT', `/api/display/${encodeURIComponent(shopId)}`, {
    body,
    fieldNames,
    timeoutMs: UPLOAD_MS,
    decode: (wire) => changeDisplay.answer.parse(wire),
  })
  return display
}
