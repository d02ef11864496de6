import { z } from 'zod'
import { id, success } from './envelope.ts'
import { pictureInput, soundInput } from './pictures.ts'

const wire = {
  displayid: z.string(),
  backgroundImage: z.string(),
  /** What the picture shows, for those who do not see it. */
  imageAlt: z.string(),
  phoenixText: z.string(),
  pText: z.string(),
  royalPassText: z.string(),
  /** The looping sound; empty where the shop plays the house's own. */
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

/** GET /api/display/{id} */
export const readDisplay = {
  params: z.object({ id }),
  answer: z.codec(z.object({ success, ...wire }), ours, { decode: fromWire, encode: (d) => ({ success: true as const, ...toWire(d) }) }),
}

const text = (most: number) =>
  z
    .string()
    .max(1000)
    .transform((t) => t.normalize('NFC').trim())
    .pipe(z.string().max(most, `Please use at most ${most} characters`))

/** What a display is changed by: absent fields stay, an empty one is cleared. */
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

/** POST /api/display: `displayid` is the shop; without it the only shop of the caller. Creates or replaces. */
export const saveDisplay = {
  body: z.object({ ...changes, displayid: id.optional() }).transform((w) => ({ shopId: w.displayid, change: toChange(w) })),
  answer: saved,
}

/** PUT /api/display/{id}; a `displayid` beside it has to name the same shop. */
export const changeDisplay = {
  params: z.object({ id }),
  body: z.object({ ...changes, displayid: id.optional() }).transform((w) => ({ named: w.displayid, change: toChange(w) })),
  answer: saved,
}
