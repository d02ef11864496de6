import { z } from 'zod'
import { newPassword } from './accounts.wire.ts'
import { id, isHttps, success } from './envelope.ts'
import { pictureInput } from './pictures.ts'
import { email as emailShape } from './verification.wire.ts'

/** A name of a mall or a shop: 1–80 characters, trimmed, NFC, not `.` or `..` (it stands in paths). */
export const placeName = z
  .string()
  .max(400)
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Please enter a name')
      .max(80, 'Please use at most 80 characters')
      .regex(/^[^\p{Cc}]*$/u, 'Please use letters only')
      .refine((name) => name !== '.' && name !== '..', 'Please choose another name'),
  )

const description = z
  .string()
  .max(2000)
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().max(500, 'Please use at most 500 characters'))

/** An https address that a shop links to; empty for none. */
const link = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isHttps(text), 'Please enter an address that begins with https://')
  .transform((text) => (text === '' ? null : text))

const common = { description: z.string(), image: z.string().nullable() }

/** A shop as the specification's "menu item". `email` only for who may manage it. */
const menuItem = z.codec(
  z.object({ _id: z.string(), name: z.string(), ...common, link: z.string().nullable(), email: z.string().nullable().optional() }),
  z.object({ id: z.string(), name: z.string(), ...common, link: z.string().nullable(), email: z.string().nullable().optional() }),
  { decode: ({ _id, ...rest }) => ({ id: _id, ...rest }), encode: ({ id, ...rest }) => ({ _id: id, ...rest }) },
)

const ours = z.object({
  id: z.string(),
  title: z.string(),
  ...common,
  /** Only for who may manage the mall. */
  email: z.string().nullable().optional(),
  shops: z.array(menuItem.def.out),
})

const wire = {
  _id: z.string(),
  title: z.string(),
  name: z.string(),
  ...common,
  imageUrl: z.string().nullable(),
  email: z.string().nullable().optional(),
  role: z.literal('owner').optional(),
  menuItems: z.array(menuItem),
}
type Ours = z.infer<typeof ours>
const fromWire = ({ _id, title, description, image, email, menuItems }: z.output<z.ZodObject<typeof wire>>): Ours => ({
  id: _id,
  title,
  description,
  image,
  ...(email === undefined ? {} : { email }),
  shops: menuItems,
})
/** `name` and `imageUrl` repeat title and image for the shop details screen. */
const toWire = ({ id, title, description, image, email, shops }: Ours) => ({
  _id: id,
  title,
  name: title,
  description,
  image,
  imageUrl: image,
  ...(email === undefined ? {} : { email, role: 'owner' as const }),
  menuItems: shops,
})

/** A mall as the specification's "shop". */
const mall = z.codec(z.object(wire), ours, { decode: fromWire, encode: toWire })

/** The same as a flat answer with its mark and a sentence. */
const mallAnswer = z.codec(z.object({ success, message: z.string(), ...wire }), ours.extend({ message: z.string() }), {
  decode: ({ success: _success, message, ...rest }) => ({ ...fromWire(rest), message }),
  encode: ({ message, ...value }) => ({ success: true as const, message, ...toWire(value) }),
})

/** GET /api/shops: the malls, a bare array. */
export const listMalls = { answer: z.array(mall) }

/** GET /api/shops/{id}: one mall with its shops, flat. */
export const readMall = {
  params: z.object({ id }),
  answer: z.codec(z.object({ success, ...wire }), ours, {
    decode: fromWire,
    encode: (value) => ({ success: true as const, ...toWire(value) }),
  }),
}

const pairDiffers = { message: 'The passwords differ' }
/** Blank keeps the present password. */
const blankOrNew = z.union([z.literal(''), newPassword])

const mallFields = {
  title: placeName,
  description,
  image: pictureInput,
  email: emailShape,
  role: z.literal('owner', 'A mall’s account is an owner'),
}

/** POST /api/shops: adds a mall with its owner's account. All seven fields are required. */
export const addMall = {
  body: z
    .object({ ...mallFields, password: newPassword, mallconpassword: z.string().max(1000) })
    .refine((b) => b.password === b.mallconpassword, { path: ['mallconpassword'], ...pairDiffers })
    .transform(({ mallconpassword: _pair, role: _role, ...rest }) => rest),
  answer: mallAnswer,
}

/** PUT /api/shops/{id}: changes a mall; a changed email or password changes that login and ends its sessions. */
export const changeMall = {
  params: z.object({ id }),
  body: z
    .object({ ...mallFields, password: blankOrNew.default(''), mallconpassword: z.string().max(1000).default('') })
    .refine((b) => b.password === b.mallconpassword, { path: ['mallconpassword'], ...pairDiffers })
    .transform(({ mallconpassword: _pair, role: _role, password, ...rest }) => ({ ...rest, password: password === '' ? null : password })),
  answer: mallAnswer,
}

/** DELETE /api/shops/{id} */
export const removeMall = { params: z.object({ id }), answer: z.object({ success, message: z.string() }) }

const staffRole = z.literal('shop', 'A shop’s account is of the role shop')
const shopFields = { name: placeName, description, image: pictureInput, link }

/** The shop's fields flat, with a sentence. */
const shopAnswer = z.codec(
  z.object({ success, message: z.string(), ...menuItem.def.in.shape }),
  menuItem.def.out.extend({ message: z.string() }),
  {
    decode: ({ success: _success, _id, ...rest }) => ({ id: _id, ...rest }),
    encode: ({ id, ...rest }) => ({ success: true as const, _id: id, ...rest }),
  },
)

/** POST /api/shops/{id}/menu: adds a shop to a mall, with its first staff account. */
export const addShop = {
  params: z.object({ id }),
  body: z
    .object({ ...shopFields, email: emailShape, password: newPassword, shopconpassword: z.string().max(1000), role: staffRole })
    .refine((b) => b.password === b.shopconpassword, { path: ['shopconpassword'], ...pairDiffers })
    .transform(({ shopconpassword: _pair, role: _role, ...rest }) => rest),
  answer: shopAnswer,
}

/** PUT /api/shops/update-menu-item/{shopId}/{itemName}; `shopId` is the mall's id. Absent fields stay. */
export const changeShop = {
  params: z.object({ shopId: id, itemName: z.string().min(1).max(200) }),
  body: z
    .object({
      newName: placeName,
      newLink: link.optional(),
      newImage: pictureInput.optional(),
      newDescription: description.optional(),
      newEmail: emailShape.or(z.literal('')).optional(),
      newPassword: blankOrNew.default(''),
      newShopConPassword: z.string().max(1000).default(''),
      newRole: staffRole.optional(),
    })
    .refine((b) => b.newPassword === b.newShopConPassword, { path: ['newShopConPassword'], ...pairDiffers })
    .transform((b) => ({
      name: b.newName,
      link: b.newLink,
      image: b.newImage,
      description: b.newDescription,
      email: b.newEmail === '' ? undefined : b.newEmail,
      password: b.newPassword === '' ? null : b.newPassword,
    })),
  answer: shopAnswer,
}

/** DELETE /api/shops/delete-menu-item/{shopId}/{itemName} */
export const removeShop = { params: changeShop.params, answer: z.object({ success, message: z.string() }) }
