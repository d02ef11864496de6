import { z } from 'zod'
import { accountEmail as emailShape, newPassword } from '#contract/accounts/shapes.ts'
import { id, success } from '#contract/base/envelope.ts'
import { text } from '#contract/base/text-shapes.ts'
import { call, managers } from '#contract/call.ts'
import { placeDescription, placeFields, placeName } from '#contract/malls/shapes.ts'
import { pictureInput } from '#contract/media/shapes.ts'
import { menuItem, shopByName, shopLink } from '#contract/shops/shapes.ts'

const ours = z.object({
  id: z.string(),
  title: z.string(),
  ...placeFields,
  /** Only for accounts that may manage the mall. */
  email: z.string().nullable().optional(),
  shops: z.array(menuItem.def.out),
})

const wire = {
  _id: z.string(),
  title: z.string(),
  name: z.string(),
  ...placeFields,
  imageUrl: z.string().nullable(),
  email: z.string().nullable().optional(),
  role: z.literal('owner').optional(),
  menuItems: z.array(menuItem),
}
type Ours = z.infer<typeof ours>
const fromWire = ({ _id, title, slug, description, image, email, menuItems }: z.output<z.ZodObject<typeof wire>>): Ours => ({
  id: _id,
  title,
  slug,
  description,
  image,
  ...(email === undefined ? {} : { email }),
  shops: menuItems,
})
/** `name` and `imageUrl` repeat title and image for the shop details screen. */
const toWire = ({ id, title, slug, description, image, email, shops }: Ours) => ({
  _id: id,
  title,
  name: title,
  slug,
  description,
  image,
  imageUrl: image,
  ...(email === undefined ? {} : { email, role: 'owner' as const }),
  menuItems: shops,
})

/** A mall as the specification's "shop". */
const mall = z.codec(z.object(wire), ours, { decode: fromWire, encode: toWire })

/** When the owner's account was created; set if the form named an existing account. That account keeps its password. */
const ownerSince = z.iso.datetime().optional()

/** A flat response with a sentence. */
const mallAnswer = z.codec(
  z.object({ success, message: z.string(), ownerSince, ...wire }),
  ours.extend({ message: z.string(), ownerSince }),
  {
    decode: ({ success: _success, message, ownerSince, ...rest }) => ({ ...fromWire(rest), message, ...(ownerSince && { ownerSince }) }),
    encode: ({ message, ownerSince, ...value }) => ({
      success: true as const,
      message,
      ...(ownerSince && { ownerSince }),
      ...toWire(value),
    }),
  },
)

/**
 * A page of malls in the order of their titles, as a bare array. The headers `X-Next-Cursor` and `Link` (`rel="next"`) name the next page;
 * the last page has neither. `search` is a part of the title.
 */
export const listMalls = call('GET /api/shops', {
  tag: 'Malls and shops',
  about: 'All malls with their shops',
  by: 'none',
  limit: 'read',
  query: z.object({
    cursor: z.string().min(1).max(2000).optional(),
    search: text(80).optional(),
  }),
  answer: z.array(mall),
  refuses: [],
})
export const NEXT_CURSOR = 'x-next-cursor'

export const readMall = call('GET /api/shops/:id', {
  tag: 'Malls and shops',
  about: 'One mall with its shops',
  by: 'none',
  limit: 'read',
  params: z.object({ id }),
  answer: z.codec(z.object({ success, ...wire }), ours, {
    decode: fromWire,
    encode: (value) => ({ success: true as const, ...toWire(value) }),
  }),
  refuses: ['mall_not_found', 'is_a_shop'],
})

const wrongForm = ['email_taken', 'common_password', 'bad_picture', 'quota_media'] as const

const pairDiffers = { message: 'The passwords do not match' }
/** Blank keeps the current password. */
const blankOrNew = z.union([z.literal(''), newPassword])

const mallFields = {
  title: placeName,
  description: placeDescription,
  image: pictureInput,
  email: emailShape,
  role: z.literal('owner', 'The role of a mall’s account must be owner'),
}

/** All seven fields are required. */
export const addMall = call('POST /api/shops', {
  tag: 'Malls and shops',
  about: 'Adds a mall with its owner’s account',
  by: 'account',
  roles: ['superadmin'],
  limit: 'write',
  body: z
    .object({ ...mallFields, password: newPassword, mallconpassword: z.string().max(1000) })
    .refine((b) => b.password === b.mallconpassword, { path: ['mallconpassword'], ...pairDiffers })
    .transform(({ mallconpassword: _pair, role: _role, ...rest }) => rest),
  answer: mallAnswer,
  status: 201,
  refuses: ['email_unconfirmed', 'quota_malls', ...wrongForm],
})

/** A changed email or password changes that login and ends its sessions. */
export const changeMall = call('PUT /api/shops/:id', {
  tag: 'Malls and shops',
  about: 'Changes a mall',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z
    .object({ ...mallFields, password: blankOrNew.default(''), mallconpassword: z.string().max(1000).default('') })
    .refine((b) => b.password === b.mallconpassword, { path: ['mallconpassword'], ...pairDiffers })
    .transform(({ mallconpassword: _pair, role: _role, password, ...rest }) => ({ ...rest, password: password === '' ? null : password })),
  answer: mallAnswer,
  refuses: ['mall_not_found', 'is_a_shop', 'email_unconfirmed', 'quota_malls', ...wrongForm],
})

const staffRole = z.literal('shop', 'The role of a shop’s account must be shop')
const shopFields = { name: placeName, description: placeDescription, image: pictureInput, link: shopLink }

/** A flat response with a sentence. */
const shopAnswer = z.codec(
  z.object({ success, message: z.string(), ...menuItem.def.in.shape }),
  menuItem.def.out.extend({ message: z.string() }),
  {
    decode: ({ success: _success, _id, ...rest }) => ({ id: _id, ...rest }),
    encode: ({ id, ...rest }) => ({ success: true as const, _id: id, ...rest }),
  },
)

export const addShop = call('POST /api/shops/:id/menu', {
  tag: 'Malls and shops',
  about: 'Adds a shop with its first staff account',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z
    .object({ ...shopFields, email: emailShape, password: newPassword, shopconpassword: z.string().max(1000), role: staffRole })
    .refine((b) => b.password === b.shopconpassword, { path: ['shopconpassword'], ...pairDiffers })
    .transform(({ shopconpassword: _pair, role: _role, ...rest }) => rest),
  answer: shopAnswer,
  status: 201,
  refuses: ['mall_not_found', 'is_a_shop', 'name_taken', 'quota_shops', 'quota_staff', ...wrongForm],
})

/** Absent fields stay. */
export const changeShop = call('PUT /api/shops/update-menu-item/:shopId/:itemName', {
  tag: 'Malls and shops',
  about: 'Changes a shop',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: shopByName,
  body: z
    .object({
      newName: placeName,
      newLink: shopLink.optional(),
      newImage: pictureInput.optional(),
      newDescription: placeDescription.optional(),
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
  refuses: ['mall_not_found', 'is_a_shop', 'shop_not_found', 'name_taken', 'quota_staff', ...wrongForm],
})
