import { z } from 'zod'
import { id, success } from './envelope.ts'

/** A shop as the specification's "menu item": public fields only. */
const menuItem = z.codec(
  z.object({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    link: z.string().nullable(),
  }),
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    link: z.string().nullable(),
  }),
  { decode: ({ _id, ...rest }) => ({ id: _id, ...rest }), encode: ({ id, ...rest }) => ({ _id: id, ...rest }) },
)

const ours = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  shops: z.array(menuItem.def.out),
})

const wire = {
  _id: z.string(),
  title: z.string(),
  name: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  imageUrl: z.string().nullable(),
  menuItems: z.array(menuItem),
}
const fromWire = ({ _id, title, description, image, menuItems }: z.output<z.ZodObject<typeof wire>>) => ({ id: _id, title, description, image, shops: menuItems })
/** `name` and `imageUrl` repeat title and image for the shop details screen. */
const toWire = ({ id, title, description, image, shops }: z.infer<typeof ours>) => ({
  _id: id,
  title,
  name: title,
  description,
  image,
  imageUrl: image,
  menuItems: shops,
})

/** A mall as the specification's "shop". */
const mall = z.codec(z.object(wire), ours, { decode: fromWire, encode: toWire })

/** GET /api/shops: the malls, a bare array. */
export const listMalls = { answer: z.array(mall) }

/** GET /api/shops/{id}: one mall with its shops, flat. */
export const readMall = {
  params: z.object({ id }),
  answer: z.codec(z.object({ success, ...wire }), ours, { decode: fromWire, encode: (value) => ({ success: true as const, ...toWire(value) }) }),
}
