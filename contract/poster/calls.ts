import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import { locales } from '#contract/base/locale.ts'
import { call, desk, managers } from '#contract/call.ts'

const language = z.enum(locales)

/** `en`, `hi`, or both in the order in which they are printed: `en,hi`. */
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

const look = z.object({ size: z.enum(['A4', 'A5']).default('A4'), lang: languages.default(['en']) })

/** `counter` prints the code of that counter. */
export const readPoster = call('GET /api/poster/:id', {
  tag: 'Malls and shops',
  about: 'A print-ready poster with the shop’s QR code (PDF)',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: look.extend({ counter: z.string().min(1).max(80).optional() }),
  file: { type: 'application/pdf', about: 'One page, ready to print' },
  refuses: ['shop_not_found', 'is_a_mall', 'counter_not_found', 'quota_posters', 'unprintable_name'],
})

/** Its code leads to the shops of the mall. */
export const readEntrancePoster = call('GET /api/entrance-poster/:id', {
  tag: 'Malls and shops',
  about: 'A print-ready poster for the entrance of a mall (PDF)',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  query: look,
  file: { type: 'application/pdf', about: 'One page, ready to print' },
  refuses: ['mall_not_found', 'is_a_shop', 'quota_posters', 'unprintable_name'],
})

export const noteCode = call('POST /api/qrcode/:id/made', {
  tag: 'Malls and shops',
  about: 'Records that a shop’s QR code was saved as a picture',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success }),
  refuses: ['shop_not_found', 'is_a_mall'],
})
export type PosterLanguage = z.infer<typeof language>
