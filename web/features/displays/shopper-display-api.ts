import type { z } from 'zod'
import type { me } from '../../../contract/accounts.wire.ts'
import type { changeDisplay } from '../../../contract/displays.wire.ts'
import { caller } from '../../api/call.ts'
import { storedToken } from '../../session/shopper.ts'

/** The display's calls as the shopper wing makes them: no Zod, and the bearer of whoever is signed in on this device. */
const call = caller(storedToken)

/** The parts that the box on the welcome changes; what is absent stays. */
export interface DisplayParts {
  backgroundImage?: string
  slidingText?: string
  largeLetter?: string
  passText?: string
}

/** A picture goes up over a slow line in this time, in ms. */
const UPLOAD_MS = 90_000

/** True where the account that is signed in on this device may change this shop's display. */
export async function mayEdit(shop: { id: string; mallId: string }): Promise<boolean> {
  if (storedToken() === null) return false
  const { user, shopIds } = await call<z.input<typeof me.answer>>('GET', '/api/auth/me')
  return user.role === 'superadmin' || shopIds.includes(user.role === 'owner' ? shop.mallId : shop.id)
}

/** Saves the parts; answers what the display shows now. */
export async function saveParts(shopId: string, parts: DisplayParts) {
  const body: z.input<typeof changeDisplay.body> = {
    backgroundImage: parts.backgroundImage,
    phoenixText: parts.slidingText,
    pText: parts.largeLetter,
    royalPassText: parts.passText,
  }
  const options = { body, timeoutMs: UPLOAD_MS }
  const saved = await call<z.input<typeof changeDisplay.answer>>('PUT', `/api/display/${encodeURIComponent(shopId)}`, options)
  return {
    backgroundImage: saved.backgroundImage === '' ? null : saved.backgroundImage,
    slidingText: saved.phoenixText,
    largeLetter: saved.pText,
    passText: saved.royalPassText,
  }
}
