import { demoAccounts } from '#contract/base/demo.ts'
import { addCounter, changeCounter } from '#contract/counters/calls.ts'
import { counterSession, pauseShop } from '#contract/desk/calls.ts'
import { addMall, addShop, changeMall, changeShop } from '#contract/office/form-calls.ts'
import {
  changeMallDetails,
  confirmGstin,
  mallOverview,
  removeCounter,
  removeMall,
  removeOwnersSecondFactor,
  removeShop,
} from '#contract/office/mall-calls.ts'
import { changeSettings, endBookings, readSettings } from '#contract/office/settings-calls.ts'
import { mallToday } from '#contract/office/today-calls.ts'
import { countCash } from '#contract/payments/cash-calls.ts'
import { readEntrancePoster, readPoster } from '#contract/poster/calls.ts'
import { checkUser, confirmSignUp, firstPassword, resetPassword, signUp, totp } from '#contract/sign-in/calls.ts'
import { addStaff, disableStaff, enableStaff, listStaff, removeStaffSecondFactor, renameStaff, resetStaff } from '#contract/staff/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { createCounter } from '#server/counters/service.ts'
import { type Tx, transaction } from '#server/db/transaction.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { createMall } from '#server/malls/service.ts'
import { createShop } from '#server/shops/service.ts'
import { addStaff as addToStaff } from '#server/staff/service.ts'
import { ask, type KnownCall, type LooseParts } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/**
 * The matrix's rows about accounts, malls and shops. Each call is made on new places or accounts, so that a call that succeeds may change
 * them.
 */
export interface PlaceRow {
  call: KnownCall
  note?: string
  /** Makes the place or account; returns what the call is given. */
  prepare: (app: TestApp) => Promise<LooseParts>
  /** The status for each caller in the order of `callerNames`. */
  answers: readonly number[]
}

let made = 0
const next = (): number => {
  made += 1
  return made
}
export const freshEmail = (who = 'someone'): string => `${who}${next()}@places.test`
export const PASSWORD = 'a long word of nobody'
let hash: Promise<string> | undefined
/** The hash of `PASSWORD`, made once. */
export function passwordHash(): Promise<string> {
  hash ??= hashPassword(PASSWORD)
  return hash
}

/** Adds rows without a call, in one transaction. */
export async function make<T>({ database, clock }: TestApp, story: (tx: Tx, now: Date, passwordHash: string) => Promise<T>): Promise<T> {
  const password = await passwordHash()
  return transaction(database.db, (tx) => story(tx, clock.now(), password))
}

export async function freshShop(app: TestApp, mallId: string = DEMO_MALL): Promise<{ id: string; name: string }> {
  const name = `Shop ${next()}`
  const words = { name, description: '', place: '', baseFeePaise: 12_000, minutesPerTicket: 4 }
  return { id: await make(app, (tx, now) => createShop(tx, now, { ...words, mallId })), name }
}

export async function freshMall(app: TestApp, ownerAccountId?: string): Promise<string> {
  const demo = await app.database.db.selectFrom('mall').select('ownerAccountId').where('id', '=', DEMO_MALL).executeTakeFirst()
  const words = { title: `Mall ${next()}`, description: '', address: '', legalName: '', gstin: null }
  return make(app, (tx, now) => createMall(tx, now, { ...words, ownerAccountId: ownerAccountId ?? demo?.ownerAccountId ?? '' }))
}

/** The account has `PASSWORD`. */
export async function freshStaff(app: TestApp, shopId: string = SHOP, mallId: string = DEMO_MALL): Promise<{ id: string; email: string }> {
  const email = freshEmail('staff')
  return make(app, async (tx, now, passwordHash) => {
    const id = (await createAccount(tx, now, { name: 'Neel Joshi', email, role: 'staff', passwordHash })) ?? ''
    await addToStaff(tx, now, { shopId, mallId, accountId: id })
    return { id, email }
  })
}

export const freshCounter = (app: TestApp, shopId: string = SHOP, mallId: string = DEMO_MALL): Promise<string> =>
  make(app, (tx, now) => createCounter(tx, now, { mallId, shopId, name: `Counter ${next()}x` }))

export const mallForm = (email: string) => ({
  title: `Mall ${next()}`,
  description: 'Five levels',
  image: '',
  email,
  password: PASSWORD,
  mallconpassword: PASSWORD,
  role: 'owner' as const,
})
export const shopForm = (email = freshEmail('shop')) => ({
  name: `Shop ${next()}`,
  description: 'Tea',
  image: '',
  link: '',
  email,
  password: PASSWORD,
  shopconpassword: PASSWORD,
  role: 'shop' as const,
})

const anyone = (status: number) => Array<number>(8).fill(status)
/** Accounts that manage the mall. A mall and a shop are public, so a foreign one is forbidden (403). */
const managers = (status: number) => [401, 401, 401, 403, 403, status, 403, status]
/** As `managers`, for what is private: a foreign one does not exist (404). */
const managersOfPrivate = (status: number) => [401, 401, 401, 403, 403, status, 404, status]
/** Accounts that work at the shop, which is public. */
const deskOfShop = [401, 401, 401, 200, 403, 200, 403, 200]
/** Accounts that work at the shop of something private. */
const deskOfPrivate = [401, 401, 401, 200, 404, 200, 404, 200]
const superOnly = (status: number) => [401, 401, 401, 403, 403, 403, 403, status]

const staffCall = (call: KnownCall): PlaceRow => ({
  call,
  prepare: async (app) => ({ id: (await freshStaff(app)).id, body: { shopId: SHOP } }),
  answers: managers(200),
})

export const placeRows: readonly PlaceRow[] = [
  {
    call: signUp,
    prepare: async () => ({
      body: { name: 'Dev Anand', email: freshEmail(), password: PASSWORD, role: 'owner' },
    }),
    answers: anyone(201),
  },
  {
    call: confirmSignUp,
    prepare: async () => ({ body: { code: 'nobody’s', password: PASSWORD } }),
    answers: anyone(400),
  },
  {
    call: totp,
    prepare: async () => ({ body: { challenge: 'nobody’s', code: '123456' } }),
    answers: anyone(401),
  },
  {
    call: firstPassword,
    prepare: async () => ({
      body: { challenge: 'nobody’s', newPassword: PASSWORD, confirmPassword: PASSWORD },
    }),
    answers: anyone(401),
  },
  {
    call: checkUser,
    prepare: async (app) => ({ body: { email: (await freshStaff(app)).email, role: 'shop' } }),
    answers: anyone(200),
  },
  {
    call: resetPassword,
    prepare: async (app) => {
      const { email } = await freshStaff(app)
      const { body } = await ask(app.address, checkUser, { body: { email, role: 'shop' } })
      return {
        body: { email, role: 'shop', newPassword: PASSWORD, confirmPassword: PASSWORD, resetCode: body.resetCode },
      }
    },
    answers: anyone(200),
  },
  { call: addMall, prepare: async () => ({ body: mallForm(freshEmail('owner')) }), answers: superOnly(201) },
  {
    call: changeMall,
    prepare: async () => ({
      id: DEMO_MALL,
      body: { ...mallForm(demoAccounts.owner.email), password: '', mallconpassword: '' },
    }),
    answers: managers(200),
  },
  { call: removeMall, prepare: async (app) => ({ id: await freshMall(app) }), answers: superOnly(200) },
  {
    call: addShop,
    prepare: async () => ({ id: DEMO_MALL, body: shopForm() }),
    answers: managers(201),
  },
  {
    call: changeShop,
    prepare: async (app) => ({
      shopId: DEMO_MALL,
      itemName: (await freshShop(app)).name,
      body: { newName: `Renamed ${next()}` },
    }),
    answers: managers(200),
  },
  {
    call: removeShop,
    prepare: async (app) => ({ shopId: DEMO_MALL, itemName: (await freshShop(app)).name }),
    answers: managers(200),
  },
  { call: readSettings, prepare: async () => ({ id: SHOP }), answers: managers(200) },
  {
    call: changeSettings,
    prepare: async () => ({ id: SHOP, body: { place: `level ${next()}` } }),
    answers: managers(200),
  },
  {
    call: endBookings,
    prepare: async () => ({ id: SHOP, body: null }),
    answers: managers(200),
  },
  {
    call: addCounter,
    prepare: async () => ({ body: { shopId: SHOP, name: `Counter ${next()}` } }),
    answers: managers(201),
  },
  {
    call: changeCounter,
    prepare: async (app) => ({ id: await freshCounter(app), body: { isOpen: false } }),
    answers: managersOfPrivate(200),
  },
  {
    call: removeCounter,
    prepare: async (app) => ({ id: await freshCounter(app) }),
    answers: managersOfPrivate(200),
  },
  {
    call: counterSession,
    note: ' to open',
    prepare: async (app) => ({ id: await freshCounter(app), body: { open: true } }),
    answers: deskOfPrivate,
  },
  {
    call: counterSession,
    note: ' to close',
    prepare: async (app) => ({ id: await freshCounter(app), body: { open: false } }),
    answers: deskOfPrivate,
  },
  {
    call: pauseShop,
    prepare: async () => ({ id: SHOP, body: { reason: 'busy' } }),
    answers: deskOfShop,
  },
  {
    call: pauseShop,
    note: ' to resume',
    prepare: async () => ({ id: SHOP, body: { resume: true } }),
    answers: deskOfShop,
  },
  {
    call: countCash,
    prepare: async (app) => {
      const seen = { lastCountId: null, taken: 0, handedBack: 0 }
      return { id: SHOP, body: { counterId: await freshCounter(app), ...seen, countedPaise: 0 } }
    },
    answers: deskOfShop,
  },
  { call: mallOverview, prepare: async () => ({ id: DEMO_MALL }), answers: managers(200) },
  { call: mallToday, prepare: async () => ({ id: DEMO_MALL }), answers: managers(200) },
  {
    call: changeMallDetails,
    prepare: async () => ({ id: DEMO_MALL, body: { address: `Road ${next()}` } }),
    answers: managers(200),
  },
  {
    call: confirmGstin,
    prepare: async (app) => {
      const [mall, gstin] = [await freshMall(app), '27ABCDE1234F1Z5']
      await app.database.db.updateTable('mall').set({ gstinWaiting: gstin }).where('id', '=', mall).execute()
      return { id: mall, body: { gstin } }
    },
    answers: superOnly(200),
  },
  { call: listStaff, prepare: async () => ({ query: { shopId: SHOP } }), answers: managers(200) },
  {
    call: addStaff,
    prepare: async () => ({ body: { shopId: SHOP, name: 'Neel Joshi', email: freshEmail('staff') } }),
    answers: managers(201),
  },
  staffCall(disableStaff),
  staffCall(enableStaff),
  staffCall(resetStaff),
  {
    call: renameStaff,
    prepare: async (app) => ({ id: (await freshStaff(app)).id, body: { shopId: SHOP, name: 'Meera Iyer' } }),
    answers: managers(200),
  },
  {
    call: removeStaffSecondFactor,
    prepare: async (app) => {
      const { id } = await freshStaff(app)
      await app.database.db.updateTable('account').set({ totpSecret: 'sealed' }).where('id', '=', id).execute()
      return { id, body: { shopId: SHOP } }
    },
    answers: managers(200),
  },
  {
    call: removeOwnersSecondFactor,
    note: ' of an owner who has none',
    prepare: async (app) => ({ id: await freshMall(app), body: {} }),
    answers: superOnly(409),
  },
  { call: readPoster, prepare: async () => ({ id: SHOP }), answers: managers(200) },
  {
    call: readEntrancePoster,
    prepare: async () => ({ id: DEMO_MALL }),
    answers: managers(200),
  },
]
