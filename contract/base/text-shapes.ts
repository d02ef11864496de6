import { z } from 'zod'
import { lengthOf, roomFor } from './letters.ts'
import { plainDigits, trimmed } from './typed.ts'

/**
 * A text of at most `most` letters, as a reader counts them: in NFC, without what no one can see at its ends. With `missing`, a text of which
 * nothing can be seen is refused with that sentence.
 */
export function text(most: number, missing?: string) {
  const tooLong = `Please use at most ${most} characters`
  return z
    .string(missing)
    .max(roomFor(most), tooLong)
    .overwrite(trimmed)
    .min(missing === undefined ? 0 : 1, missing)
    .refine((shown) => shown.length <= most || lengthOf(shown) <= most, tooLong)
}

const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * A name of a person, a place or a counter: a `text` of one line. Signs that change the writing direction are refused, because they change how
 * the text next to the name reads. The joiners of Indian scripts are allowed.
 */
export const name = (most: number, missing: string) =>
  text(most, missing).refine((shown) => !HIDDEN.test(shown), 'This has a hidden character. Please type it again')

/** A code that a person types or pastes: with digits of any script, and spaces or dashes between them. */
export const typedCode = z
  .string()
  .max(100)
  .overwrite((code) => plainDigits(code).replace(/[\s\p{Pd}]/gu, ''))
