import { z } from 'zod'
import { id } from './envelope.ts'

const wire = z.object({
  success: z.literal(true),
  displayid: z.string(),
  backgroundImage: z.string(),
  phoenixText: z.string(),
  pText: z.string(),
  royalPassText: z.string(),
})

const ours = z.object({
  shopId: z.string(),
  backgroundImage: z.string().nullable(),
  slidingText: z.string(),
  largeLetter: z.string(),
  passText: z.string(),
})

/** GET /api/display/{id} */
export const readDisplay = {
  params: z.object({ id }),
  answer: z.codec(wire, ours, {
    decode: (w) => ({
      shopId: w.displayid,
      backgroundImage: w.backgroundImage === '' ? null : w.backgroundImage,
      slidingText: w.phoenixText,
      largeLetter: w.pText,
      passText: w.royalPassText,
    }),
    encode: (d) => ({
      success: true as const,
      displayid: d.shopId,
      backgroundImage: d.backgroundImage ?? '',
      phoenixText: d.slidingText,
      pText: d.largeLetter,
      royalPassText: d.passText,
    }),
  }),
}
