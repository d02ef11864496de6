import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { addShop, changeShop } from '#contract/office/form-calls.ts'
import { removeShop } from '#contract/office/mall-calls.ts'
import { changeSettings, endBookings, readSettings } from '#contract/office/settings-calls.ts'
import type { ShopSettings } from '#contract/shops/shapes.ts'
import { ask } from '#web/session/account-call.ts'
import { staleAfter } from './live.ts'
import { placesStale } from './malls.ts'
import type { PlaceFields } from './place-fields.ts'
import { answerOf, type Told, useChange } from './query.ts'

/** In a change, blank passwords keep the current one. */
export interface ShopFields extends PlaceFields {
  name: string
  link: string
}

/** Also adds the first staff account. Refused with `name_taken`, `email_taken`, `bad_picture` or field errors. */
export const useAddShop = (mallId: string, told: Told<unknown, ShopFields>) =>
  useChange(
    ({ passwordAgain, ...fields }) =>
      ask(addShop, {
        params: { id: mallId },
        body: { ...fields, shopconpassword: passwordAgain, role: 'shop' },
        fieldNames: { shopconpassword: 'passwordAgain' },
      }),
    placesStale,
    told,
  )

const changeNames = {
  newName: 'name',
  newDescription: 'description',
  newImage: 'image',
  newLink: 'link',
  newEmail: 'email',
  newPassword: 'password',
  newShopConPassword: 'passwordAgain',
}

/** `name` is the current name. Refused as `useAddShop` is. */
export const useChangeShop = (mallId: string, name: string, told: Told<unknown, ShopFields>) =>
  useChange(
    (fields) =>
      ask(changeShop, {
        params: { shopId: mallId, itemName: name },
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
      }),
    placesStale,
    told,
  )

/** Refused with `tickets_live` while people wait there. */
export const useRemoveShop = <S extends { name: string }>(mallId: string, told: Told<unknown, S>) =>
  useChange(({ name }: S) => ask(removeShop, { params: { shopId: mallId, itemName: name } }), placesStale, told)

export type ShopPlace = z.output<typeof readSettings.answer>

const settingsOf = (shopId: string) => answerOf(readSettings, { params: { id: shopId } })

/** A shop's settings and counters as its manager sees them. Refused with `shop_not_found` or `forbidden`. */
export const useShopPlace = (shopId: string) => useQuery(settingsOf(shopId))

/** For accounts that manage the shop. */
export const useCounters = (shopId: string | null, enabled: boolean) =>
  useQuery({ ...settingsOf(shopId ?? ''), select: countersIn, enabled })

const countersIn = ({ counters }: ShopPlace): ShopPlace['counters'] => counters

/** Ends the bookings outside the opening hours; the answer is how many. */
export const useEndBookings = (shopId: string, told: Told<{ count: number }, null>) =>
  useChange(() => ask(endBookings, { params: { id: shopId } }), staleAfter.desk(shopId), told)

/** Absent fields stay. */
export function useChangeSettings(shopId: string, told: Told<ShopPlace, Partial<ShopSettings>>) {
  const queries = useQueryClient()
  return useChange(
    (settings: Partial<ShopSettings>) => ask(changeSettings, { params: { id: shopId }, body: settings }),
    [...placesStale, ...staleAfter.desk(shopId)],
    {
      ...told,
      onSuccess: (place, settings) => {
        // The answer is what the screen would read again.
        queries.setQueryData(settingsOf(place.shopId).queryKey, place)
        return told.onSuccess?.(place, settings)
      },
    },
  )
}
