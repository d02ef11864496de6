import type { z } from 'zod'
import { addMall, changeMall, listMalls, readMall, removeMall } from '../../../contract/malls.wire.ts'
import { changeMallDetails, mallOverview } from '../../../contract/shops.wire.ts'
import { readStorefront } from '../../../contract/storefront.wire.ts'
import { noteServerTime } from '../../live/server-clock.ts'
import { call } from '../../session/account-call.ts'
import type { PlaceFields } from '../../session/place-fields.tsx'

export type Mall = Awaited<ReturnType<typeof readMallOf>>

/** All malls with their shops. */
export const readMalls = (signal: AbortSignal): Promise<Mall[]> =>
  call('GET', '/api/shops', { signal, decode: (wire) => listMalls.answer.parse(wire) })

/** One mall with its shops; refused with `mall_not_found` or `is_a_shop`. */
export function readMallOf(mallId: string, signal: AbortSignal) {
  return call('GET', `/api/shops/${encodeURIComponent(mallId)}`, { signal, decode: (wire) => readMall.answer.parse(wire) })
}

/** What anyone may know of a shop: its name, lanes, live queue. Refused with `shop_not_found` or `is_a_mall`. */
export function readShop(shopId: string, signal: AbortSignal) {
  return call('GET', `/api/storefront/${encodeURIComponent(shopId)}`, {
    signal,
    decode: (wire) => {
      const shop = readStorefront.answer.parse(wire)
      noteServerTime(shop.queue.serverTime)
      return shop
    },
  })
}

export type Overview = z.output<typeof mallOverview.answer>

/** What a manager of a mall sees first: its shops with their day, the seller's details, a new owner's first steps. */
export function readOverview(mallId: string, signal: AbortSignal): Promise<Overview> {
  return call('GET', `/api/malls/${encodeURIComponent(mallId)}/overview`, { signal, decode: (wire) => mallOverview.answer.parse(wire) })
}

/** What the form of a mall holds; in a change, blank passwords keep the present one. */
export interface MallFields extends PlaceFields {
  title: string
}

const fieldNames = { mallconpassword: 'passwordAgain' }
const wireFields = ({ passwordAgain, ...fields }: MallFields) => ({ ...fields, mallconpassword: passwordAgain, role: 'owner' })

/** Adds a mall with its owner's account; refused with `email_taken`, `bad_picture` or field errors by our names. */
export const createMall = (fields: MallFields) =>
  call('POST', '/api/shops', { body: wireFields(fields), fieldNames, decode: (wire) => addMall.answer.parse(wire) })

/** Changes a mall and its owner's login; refused as `createMall` is. */
export const updateMall = (mallId: string, fields: MallFields) =>
  call('PUT', `/api/shops/${encodeURIComponent(mallId)}`, {
    body: wireFields(fields),
    fieldNames,
    decode: (wire) => changeMall.answer.parse(wire),
  })

/** Removes a mall; refused with `tickets_live` while people wait there. */
export const deleteMall = (mallId: string) =>
  call('DELETE', `/api/shops/${encodeURIComponent(mallId)}`, { decode: (wire) => removeMall.answer.parse(wire) })

export type MallDetails = z.input<typeof changeMallDetails.body>

/** Renames a mall, sets what receipts need of the seller, and its time zone; absent fields stay. */
export const updateMallDetails = (mallId: string, details: MallDetails): Promise<Overview> =>
  call('PUT', `/api/malls/${encodeURIComponent(mallId)}`, { body: details, decode: (wire) => changeMallDetails.answer.parse(wire) })
