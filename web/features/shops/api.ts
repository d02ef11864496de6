import type { z } from 'zod'
import { addShop, changeShop, removeShop } from '../../../contract/malls.wire.ts'
import * as wire from '../../../contract/shops.wire.ts'
import { call } from '../../session/account-call.ts'
import type { PlaceFields } from '../../session/place-fields.tsx'

/** What the form of a shop holds; in a change, blank passwords keep the present one. */
export interface ShopFields extends PlaceFields {
  name: string
  link: string
}

const segment = encodeURIComponent

/** Adds a shop to a mall, with its first staff account; refused with `name_taken`, `email_taken`, `bad_picture` or field errors. */
export const createShop = (mallId: string, { passwordAgain, ...fields }: ShopFields) =>
  call('POST', `/api/shops/${segment(mallId)}/menu`, {
    body: { ...fields, shopconpassword: passwordAgain, role: 'shop' },
    fieldNames: { shopconpassword: 'passwordAgain' },
    decode: (answer) => addShop.answer.parse(answer),
  })

const changeNames = {
  newName: 'name',
  newDescription: 'description',
  newImage: 'image',
  newLink: 'link',
  newEmail: 'email',
  newPassword: 'password',
  newShopConPassword: 'passwordAgain',
}

/** Changes the shop that has this name now; refused as `createShop` is. */
export const updateShop = (mallId: string, name: string, fields: ShopFields) =>
  call('PUT', `/api/shops/update-menu-item/${segment(mallId)}/${segment(name)}`, {
    body: {
      newName: fields.name,
      newDescription: fields.description,
      newImage: fields.image,
      newLink: fields.link,
      newEmail: fields.email,
      newPassword: fields.password,
      newShopConPassword: fields.passwordAgain,
      newRole: 'shop',
    },
    fieldNames: changeNames,
    decode: (answer) => changeShop.answer.parse(answer),
  })

/** Removes the shop of this name; refused with `tickets_live` while people wait there. */
export const deleteShop = (mallId: string, name: string) =>
  call('DELETE', `/api/shops/delete-menu-item/${segment(mallId)}/${segment(name)}`, { decode: (answer) => removeShop.answer.parse(answer) })

export type ShopPlace = z.output<typeof wire.readSettings.answer>

/** A shop's settings and counters; refused with `shop_not_found` or `forbidden`. */
export const readSettings = (shopId: string, signal: AbortSignal): Promise<ShopPlace> =>
  call('GET', `/api/settings/${segment(shopId)}`, { signal, decode: (answer) => wire.readSettings.answer.parse(answer) })

/** Changes what is given; absent fields stay. */
export const changeSettings = (shopId: string, settings: Partial<wire.ShopSettings>): Promise<ShopPlace> =>
  call('PUT', `/api/settings/${segment(shopId)}`, { body: settings, decode: (answer) => wire.changeSettings.answer.parse(answer) })

/** Adds a counter; refused with `name_taken`. */
export const createCounter = (shopId: string, name: string) =>
  call('POST', '/api/counters', { body: { shopId, name }, decode: (answer) => wire.addCounter.answer.parse(answer) })

/** Renames, opens or closes a counter. */
export const updateCounter = (counterId: string, change: { name?: string; isOpen?: boolean }) =>
  call('PUT', `/api/counters/${segment(counterId)}`, { body: change, decode: (answer) => wire.changeCounter.answer.parse(answer) })

/** Removes a counter; refused with `tickets_live` while somebody is called to it. */
export const deleteCounter = (counterId: string) =>
  call('DELETE', `/api/counters/${segment(counterId)}`, { decode: (answer) => wire.removeCounter.answer.parse(answer) })
