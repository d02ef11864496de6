import { z } from 'zod'
import { lengthOf, roomFor } from './letters.ts'
import { codeIn, oneLine, trimmed } from './typed.ts'

/**
 * `most` counts letters that a reader sees. The text is in NFC, without what no one can see at its ends. With `missing`, a text of which
 * nothing can be seen is refused with that sentence.
 */
export function text(most: number, missing?: string, clean = trimmed) {
  const tooLong = `Please use at most ${most} characters`
  return z
    .string(missing)
    .max(roomFor(most), tooLong)
    .overwrite(clean)
    .min(missing === undefined ? 0 : 1, missing)
    .refine((shown) => shown.length <= most || lengthOf(shown) <= most, tooLong)
}

/** The joiners of Indian scripts are allowed, control characters are not. */
export const name = (most: number, missing: string) =>
  text(most, missing, oneLine).refine((shown) => !/\p{Cc}/u.test(shown), 'This has a hidden character. Please type it again')

/** The digits of what a person types or pastes. */
export const typedCode = z.string().max(100).overwrite(codeIn)
