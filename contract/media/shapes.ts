import { z } from 'zod'
import { isHttps } from '#contract/base/envelope.ts'
import { PICTURE_BODY_LIMIT } from './media.ts'

const OURS = /^\/images\/[a-f0-9]{64}\.(?:jpg|png|webp)$/
const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+=*$/

/**
 * A data URL (JPEG, PNG, WebP), an https address, one of our image addresses, or empty for none. The server checks the content of a data
 * URL.
 */
export const pictureInput = z
  .string()
  .max(PICTURE_BODY_LIMIT)
  .transform((text) => text.trim())
  .refine(
    (text) => text === '' || OURS.test(text) || DATA_URL.test(text) || (text.length <= 2000 && isHttps(text)),
    'Please choose a JPEG, PNG or WebP picture, or an address that begins with https://',
  )
  .transform((text) => (text === '' ? null : text))

/** MP3, Ogg, M4A or WAV as a data URL of at most 1 MB, one of our sound addresses, or empty for the default sound. */
export const soundInput = z
  .string()
  .max(1_500_000)
  .refine(
    (text) =>
      text === '' ||
      /^\/sounds\/[a-f0-9]{64}\.(?:mp3|ogg|m4a|wav)$/.test(text) ||
      /^data:audio\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(text),
    'Please choose an MP3, Ogg, M4A or WAV file of at most 1 MB',
  )
  .transform((text) => (text === '' ? null : text))
