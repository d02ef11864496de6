import { z } from 'zod'
import { count, id, paise, success } from '#contract/base/envelope.ts'
import { gstRates } from '#contract/base/money.ts'
import { text } from '#contract/base/text-shapes.ts'
import { oneLine, plainDigits, trimmed } from '#contract/base/typed.ts'
import { call, managers } from '#contract/call.ts'
import { contact, gstinOrNone, placeName } from '#contract/malls/shapes.ts'
import { ledgerKeys } from '#contract/payments/ledgers.ts'
import { shopByName } from '#contract/shops/shapes.ts'

export const removeMall = call('DELETE /api/shops/:id', {
  tag: 'Malls and shops',
  about: 'Archives a mall',
  by: 'account',
  roles: ['superadmin'],
  limit: 'write',
  params: z.object({ id }),
  answer: z.object({ success, message: z.string() }),
  refuses: ['mall_not_found', 'is_a_shop', 'tickets_live'],
})

/** For a mall's owner who has lost the second factor. */
export const removeOwnersSecondFactor = call('POST /api/malls/:id/remove-second-factor', {
  tag: 'Accounts',
  about: 'Removes the lost second factor of a mall’s owner and ends their sessions',
  by: 'account',
  roles: ['superadmin'],
  limit: 'write',
  params: z.object({ id }),
  body: z.object({}).optional().nullable(),
  answer: z.object({ success }),
  refuses: ['mall_not_found', 'staff_not_found', 'second_factor_off'],
})

export const removeShop = call('DELETE /api/shops/delete-menu-item/:shopId/:itemName', {
  tag: 'Malls and shops',
  about: 'Archives a shop',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: shopByName,
  answer: z.object({ success, message: z.string() }),
  refuses: ['mall_not_found', 'is_a_shop', 'shop_not_found', 'tickets_live'],
})

export const removeCounter = call('DELETE /api/counters/:id', {
  tag: 'Malls and shops',
  about: 'Removes a counter',
  by: 'account',
  roles: managers,
  tenant: 'private',
  limit: 'write',
  params: z.object({ id }),
  answer: z.object({ success }),
  refuses: ['counter_not_found', 'tickets_live'],
})

const overview = z.object({
  success,
  id: z.string(),
  title: z.string(),
  /** Confirmed: receipts are tax invoices under it. */
  gstin: z.string().nullable(),
  /** Entered by the owner, not confirmed by a super administrator yet. */
  gstinWaiting: z.string().nullable(),
  /** The rate of GST, if there is a GSTIN. */
  gstBasisPoints: z.literal(gstRates),
  /** Empty until the seller has chosen one. */
  sac: z.string(),
  /** What vouchers for TallyPrime call them. */
  ledgers: z.record(z.enum(ledgerKeys), z.string()),
  legalName: z.string(),
  address: z.string(),
  timeZone: z.string(),
  dayStartHour: count,
  supportContact: z.string().nullable(),
  shops: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      waiting: count,
      servedToday: count,
      isOpen: z.boolean(),
      totalPaise: paise,
      counters: count,
    }),
  ),
  /** A new owner's first steps. */
  checklist: z.object({ hasShop: z.boolean(), hasFee: z.boolean(), hasQr: z.boolean(), hasContact: z.boolean(), hasToken: z.boolean() }),
})

export const mallOverview = call('GET /api/malls/:id/overview', {
  tag: 'Malls and shops',
  about: 'A mall at a glance, with a new owner’s checklist',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'read',
  params: z.object({ id }),
  answer: overview,
  refuses: ['mall_not_found', 'is_a_shop'],
})

/** The body names the GSTIN, so that no other one is confirmed. */
export const confirmGstin = call('POST /api/malls/:id/gstin', {
  tag: 'Malls and shops',
  about: 'Confirms the GSTIN that a mall’s owner has entered',
  by: 'account',
  roles: ['superadmin'],
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ gstin: z.string().max(15) }),
  answer: overview,
  refuses: ['mall_not_found', 'is_a_shop', 'nothing_to_confirm'],
})

/** Absent fields stay, also absent ledgers. */
export const changeMallDetails = call('PUT /api/malls/:id', {
  tag: 'Malls and shops',
  about: 'Changes the seller’s details on receipts and in the books',
  by: 'account',
  roles: managers,
  tenant: 'public',
  limit: 'write',
  params: z.object({ id }),
  body: z
    .object({
      title: placeName,
      legalName: text(120),
      address: text(300),
      gstin: gstinOrNone,
      sac: z
        .string()
        .max(100)
        .transform((typed) => trimmed(plainDigits(typed)))
        .pipe(z.string().regex(/^(?:\d{4}|\d{6})?$/, 'A service code has 4 or 6 digits, such as 9985')),
      gstBasisPoints: z.literal(gstRates),
      /** An empty name is ours. */
      ledgers: z.partialRecord(z.enum(ledgerKeys), text(100, undefined, oneLine)),
      timeZone: z.string().max(64),
      dayStartHour: z.int().min(0).max(12),
      supportContact: contact,
    })
    .partial(),
  answer: overview,
  refuses: ['mall_not_found', 'is_a_shop', 'tickets_live'],
})
