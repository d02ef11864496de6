import { z } from 'zod'
import { id, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, desk } from '#contract/call.ts'
import { pictureInput, soundInput } from '#contract/media/shapes.ts'

const wire = {
  displayid: z.string(),
  backgroundImage: z.string(),
  /** What the picture shows, for people who cannot see it. */
  imageAlt: z.string(),
  phoenixText: z.string(),
  pText: z.string(),
  royalPassText: z.string(),
  /** Empty if the shop plays the product's default sound. */
  audio: z.string(),
}

const ours = z.object({
  shopId: z.string(),
  backgroundImage: z.string().nullable(),
  imageAlt: z.string(),
  slidingText: z.string(),
  largeLetter: z.string(),
  passText: z.string(),
  audio: z.string().nullable(),
})
type Ours = z.infer<typeof ours>

const fromWire = (w: z.output<z.ZodObject<typeof wire>>): Ours => ({
  shopId: w.displayid,
  backgroundImage: w.backgroundImage === '' ? null : w.backgroundImage,
  imageAlt: w.imageAlt,
  slidingText: w.phoenixText,
  largeLetter: w.pText,
  passText: w.royalPassText,
  audio: w.audio === '' ? null : w.audio,
})
const toWire = (d: Ours) => ({
  displayid: d.shopId,
  backgroundImage: d.backgroundImage ?? '',
  imageAlt: d.imageAlt,
  phoenixText: d.slidingText,
  pText: d.largeLetter,
  royalPassText: d.passText,
  audio: d.audio ?? '',
})

export const readDisplay = call('GET /api/display/:id', {
  tag: 'Malls and shops',
  about: 'The welcome banner of a shop',
  by: 'none',
  limit: 'read',
  params: z.object({ id }),
  answer: z.codec(z.object({ success, ...wire }), ours, { decode: fromWire, encode: (d) => ({ success: true as const, ...toWire(d) }) }),
  refuses: ['shop_not_found', 'is_a_mall'],
})

/** Absent fields stay, empty fields are cleared. */
const changes = {
  backgroundImage: pictureInput.optional(),
  imageAlt: text(160).optional(),
  phoenixText: text(40).optional(),
  pText: text(4).optional(),
  royalPassText: text(40).optional(),
  audio: soundInput.optional(),
}
const toChange = (w: z.output<z.ZodObject<typeof changes>>) => ({
  backgroundImage: w.backgroundImage,
  imageAlt: w.imageAlt,
  slidingText: w.phoenixText,
  largeLetter: w.pText,
  passText: w.royalPassText,
  audio: w.audio,
})

const saved = z.codec(z.object({ success, message: z.string(), ...wire }), ours.extend({ message: z.string() }), {
  decode: ({ success: _success, message, ...rest }) => ({ ...fromWire(rest), message }),
  encode: ({ message, ...d }) => ({ success: true as const, message, ...toWire(d) }),
})

/** Without `displayid`, the caller's only shop is meant. */
export const saveDisplay = call('POST /api/display', {
  tag: 'Malls and shops',
  about: 'Creates or replaces a shop’s display',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'write',
  body: z.object({ ...changes, displayid: id.optional() }).transform((w) => ({ shopId: w.displayid, change: toChange(w) })),
  answer: saved,
  refuses: ['shop_not_found', 'is_a_mall', 'shop_required', 'bad_picture', 'bad_sound', 'quota_media'],
})

/** If the body has a `displayid`, it must name the same shop. */
export const changeDisplay = call('PUT /api/display/:id', {
  tag: 'Malls and shops',
  about: 'Changes a shop’s display: absent fields stay, empty fields are cleared',
  by: 'account',
  roles: desk,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ ...changes, displayid: id.optional() }).transform((w) => ({ named: w.displayid, change: toChange(w) })),
  answer: saved,
  refuses: ['shop_not_found', 'is_a_mall', 'bad_picture', 'bad_sound', 'quota_media'],
})
