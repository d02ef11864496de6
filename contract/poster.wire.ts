import { z } from 'zod'
import { id, success } from './envelope.ts'

const language = z.enum(['en', 'hi'])

/** `en`, `hi` or both in the order they are printed: `en,hi`. */
const languages = z
  .string()
  .max(20)
  .transform((text) => text.split(','))
  .pipe(
    z
      .array(language)
      .min(1)
      .max(2)
      .refine((all) => new Set(all).size === all.length, 'Please name each language once'),
  )

/** GET /api/poster/{id}: a PDF of one page. `counter` prints the code of that counter of the shop. */
export const readPoster = {
  params: z.object({ id }),
  query: z.object({
    size: z.enum(['A4', 'A5']).default('A4'),
    lang: languages.default(['en']),
    counter: z.string().min(1).max(80).optional(),
  }),
}

/** POST /api/qrcode/{id}/made: a code of the shop was saved as a picture. */
export const noteCode = { params: z.object({ id }), body: z.object({}).optional().nullable(), answer: z.object({ success }) }

export type PosterSize = 'A4' | 'A5'
export type PosterLanguage = z.infer<typeof language>
