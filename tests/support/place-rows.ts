import { demoAccounts } from '../../contract/demo.ts'
import type { CallName } from '../../contract/permissions.ts'
import { createAccount } from '../../server/accounts/service.ts'
import { createCounter } from '../../server/counters/service.ts'
import { type Tx, transaction } from '../../server/db/transaction.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import { hashPassword } from '../../server/kit/hash.ts'
import { createMall } from '../../server/malls/service.ts'
import { addStaff, createShop } from '../../server/shops/service.ts'
import type { TestApp } from './app.ts'
import { SHOP } from './callers.ts'
import { call } from './people.ts'

/** The matrix's rows about accounts, malls and shops: each call is made on things of its own, so that what is let in may change them. */
export interface PlaceRow {
  call: CallName
  note?: string
  /** The path with its ids, and the body; makes what the call is made on. */
  prepare: (app: TestApp) => Promise<{ path: string; body?: unknown }>
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

/** Adds things without a call, in one transaction. */
export async function make<T>({ database, clock }: TestApp, story: (tx: Tx, now: Date, passwordHash: string) => Promise<T>): Promise<T> {
  const password = await passwordHash()
  return transaction(database.db, (tx) => story(tx, clock.now(), password))
}

/** A shop of a mall, by id and name. */
export async function freshShop(app: TestApp, mallId: string = DEMO_MALL): Promise<{ id: string; name: string }> {
  const name = `Shop ${next()}`
  const words = { name, description: '', place: '', baseFeePaise: 12_000, minutesPerTicket: 4 }
  return { id: await make(app, (tx, now) => createShop(tx, now, { ...words, mallId })), name }
}

/** A mall of an owner (by default the demo owner). */
export async function freshMall(app: TestApp, ownerAccountId?: string): Promise<string> {
  const demo = await app.database.db.selectFrom('mall').select('owner_account_id').where('id', '=', DEMO_MALL).executeTakeFirstOrThrow()
  const words = { title: `Mall ${next()}`, description: '', address: '', legalName: '', gstin: null }
  return make(app, (tx, now) => createMall(tx, now, { ...words, ownerAccountId: ownerAccountId ?? demo.owner_account_id }))
}

/** A staff account of a shop, with `PASSWORD`. */
export async function freshStaff(app: TestApp, shopId: string = SHOP, mallId: string = DEMO_MALL): Promise<{ id: string; email: string }> {
  const email = freshEmail('staff')
  return make(app, async (tx, now, passwordHash) => {
    const id = (await createAccount(tx, now, { name: 'Neel Joshi', email, role: 'staff', passwordHash })) ?? ''
    await addStaff(tx, now, { shopId, mallId, accountId: id })
    return { id, email }
  })
}

/** A counter of a shop. */
export const freshCounter = (app: TestApp, shopId: string = SHOP, mallId: string = DEMO_MALL): Promise<string> =>
  make(app, (tx, now) => createCounter(tx, now, { mallId, shopId, name: `Counter ${next()}x` }))

export const mallForm = (email: string) => ({
  title: `Mall ${next()}`,
  description: 'Five levels',
  image: '',
  email,
  password: PASSWORD,
  mallconpassword: PASSWORD,
  role: 'owner',
})
export const shopForm = (email = freshEmail('shop')) => ({
  name: `Shop ${next()}`,
  description: 'Tea',
  image: '',
  link: '',
  email,
  password: PASSWORD,
  shopconpassword: PASSWORD,
  role: 'shop',
})

const anyone = (status: number) => Array<number>(8).fill(status)
/** Who manages the mall; a mall and a shop are public, so another's is forbidden. */
const managers = (status: number) => [401, 401, 401, 403, 403, status, 403, status]
/** The same for what is private: another's does not exist. */
const managersOfPrivate = (status: number) => [401, 401, 401, 403, 403, status, 404, status]
const superOnly = (status: number) => [401, 401, 401, 403, 403, 403, 403, status]

const staffCall = (action: 'disable' | 'enable' | 'reset'): PlaceRow => ({
  call: `POST /api/staff/:id/${action}`,
  prepare: async (app) => ({ path: `/api/staff/${(await freshStaff(app)).id}/${action}`, body: { shopId: SHOP } }),
  answers: managers(200),
})

export const placeRows: readonly PlaceRow[] = [
  {
    call: 'POST /api/auth/signup',
    prepare: async () => ({
      path: '/api/auth/signup',
      body: { name: 'Dev Anand', email: freshEmail(), password: PASSWORD, role: 'owner' },
    }),
    answers: anyone(201),
  },
  {
    call: 'POST /api/auth/totp',
    prepare: async () => ({ path: '/api/auth/totp', body: { challenge: 'nobody’s', code: '123456' } }),
    answers: anyone(401),
  },
  {
    call: 'POST /api/auth/first-password',
    prepare: async () => ({
      path: '/api/auth/first-password',
      body: { challenge: 'nobody’s', newPassword: PASSWORD, confirmPassword: PASSWORD },
    }),
    answers: anyone(401),
  },
  {
    call: 'POST /api/check-user',
    prepare: async (app) => ({ path: '/api/check-user', body: { email: (await freshStaff(app)).email, role: 'shop' } }),
    answers: anyone(200),
  },
  {
    call: 'POST /api/reset-password',
    prepare: async (app) => {
      const { email } = await freshStaff(app)
      const { body } = await call(app.address, 'POST', '/api/check-user', { email, role: 'shop' })
      return {
        path: '/api/reset-password',
        body: { email, role: 'shop', newPassword: PASSWORD, confirmPassword: PASSWORD, resetCode: body.resetCode },
      }
    },
    answers: anyone(200),
  },
  { call: 'POST /api/shops', prepare: async () => ({ path: '/api/shops', body: mallForm(freshEmail('owner')) }), answers: superOnly(201) },
  {
    call: 'PUT /api/shops/:id',
    prepare: async () => ({
      path: `/api/shops/${DEMO_MALL}`,
      body: { ...mallForm(demoAccounts.owner.email), password: '', mallconpassword: '' },
    }),
    answers: managers(200),
  },
  { call: 'DELETE /api/shops/:id', prepare: async (app) => ({ path: `/api/shops/${await freshMall(app)}` }), answers: superOnly(200) },
  {
    call: 'POST /api/shops/:id/menu',
    prepare: async () => ({ path: `/api/shops/${DEMO_MALL}/menu`, body: shopForm() }),
    answers: managers(201),
  },
  {
    call: 'PUT /api/shops/update-menu-item/:shopId/:itemName',
    prepare: async (app) => ({
      path: `/api/shops/update-menu-item/${DEMO_MALL}/${encodeURIComponent((await freshShop(app)).name)}`,
      body: { newName: `Renamed ${next()}` },
    }),
    answers: managers(200),
  },
  {
    call: 'DELETE /api/shops/delete-menu-item/:shopId/:itemName',
    prepare: async (app) => ({ path: `/api/shops/delete-menu-item/${DEMO_MALL}/${encodeURIComponent((await freshShop(app)).name)}` }),
    answers: managers(200),
  },
  { call: 'GET /api/settings/:id', prepare: async () => ({ path: `/api/settings/${SHOP}` }), answers: managers(200) },
  {
    call: 'PUT /api/settings/:id',
    prepare: async () => ({ path: `/api/settings/${SHOP}`, body: { place: `level ${next()}` } }),
    answers: managers(200),
  },
  {
    call: 'POST /api/counters',
    prepare: async () => ({ path: '/api/counters', body: { shopId: SHOP, name: `Counter ${next()}` } }),
    answers: managers(201),
  },
  {
    call: 'PUT /api/counters/:id',
    prepare: async (app) => ({ path: `/api/counters/${await freshCounter(app)}`, body: { isOpen: false } }),
    answers: managersOfPrivate(200),
  },
  {
    call: 'DELETE /api/counters/:id',
    prepare: async (app) => ({ path: `/api/counters/${await freshCounter(app)}` }),
    answers: managersOfPrivate(200),
  },
  { call: 'GET /api/malls/:id/overview', prepare: async () => ({ path: `/api/malls/${DEMO_MALL}/overview` }), answers: managers(200) },
  {
    call: 'PUT /api/malls/:id',
    prepare: async () => ({ path: `/api/malls/${DEMO_MALL}`, body: { address: `Road ${next()}` } }),
    answers: managers(200),
  },
  { call: 'GET /api/staff', prepare: async () => ({ path: `/api/staff?shopId=${SHOP}` }), answers: managers(200) },
  {
    call: 'POST /api/staff',
    prepare: async () => ({ path: '/api/staff', body: { shopId: SHOP, name: 'Neel Joshi', email: freshEmail('staff') } }),
    answers: managers(201),
  },
  staffCall('disable'),
  staffCall('enable'),
  staffCall('reset'),
  { call: 'GET /api/poster/:id', prepare: async () => ({ path: `/api/poster/${SHOP}` }), answers: managers(200) },
]
