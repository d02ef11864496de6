import type { z } from 'zod'
import type { changeDisplay } from '#contract/displays/calls.ts'
import type { me } from '#contract/sign-in/calls.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'
import { storedToken } from '#web/session/shopper.ts'

/** Calls without Zod, with the session token of the account signed in on this device. */
const call = caller(storedToken)
const ask = askerByName(call)

/** Absent parts stay. */
export interface DisplayParts {
  backgroundImage?: string
  slidingText?: string
  largeLetter?: string
  passText?: string
}

/** Timeout for the upload of a picture over a slow connection, in ms. */
const UPLOAD_MS = 90_000

/** True if the account signed in on this device may change this shop's display. */
export async function mayEdit(shop: { id: string; mallId: string }): Promise<boolean> {
  if (storedToken() === null) return false
  const { user, shopIds } = await ask<typeof me>('GET /api/auth/me')
  return user.role === 'superadmin' || shopIds.includes(user.role === 'owner' ? shop.mallId : shop.id)
}

/** Returns what the display shows now. */
export async function saveParts(shopId: string, parts: DisplayParts) {
  const body: z.input<typeof changeDisplay.body> = {
    backgroundImage: parts.backgroundImage,
    phoenixText: parts.slidingText,
    pText: parts.largeLetter,
    royalPassText: parts.passText,
  }
  const asked = { params: { id: shopId }, body, timeoutMs: UPLOAD_MS }
  const saved = await ask<typeof changeDisplay>('PUT /api/display/:id', asked)
  return {
    backgroundImage: saved.backgroundImage === '' ? null : saved.backgroundImage,
    slidingText: saved.phoenixText,
    largeLetter: saved.pText,
    passText: saved.royalPassText,
  }
}
