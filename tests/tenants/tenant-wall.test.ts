import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeDisplay } from '#contract/displays/calls.ts'
import { cancelTicket, confirmPayment } from '#contract/payments/calls.ts'
import { countCash } from '#contract/payments/cash-calls.ts'
import type { Tenant as Seen } from '#server/db/tenant.ts'
import { behindWall, type Tx, transaction } from '#server/db/transaction.ts'
import { send } from '#tests/support/calls/client.ts'
import { cashShopper, paidShopper } from '#tests/support/people/people.ts'
import { newTenant, type Tenant } from '#tests/support/people/tenants.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { writeDownWhatIsAsked } from '#tests/support/server/asked.ts'

/** A story of one tenant forgets every where-clause, next to another tenant's rows. */

let app: TestApp
let own: Tenant
let other: Tenant
let tables: { name: string; mall: string }[]
beforeAll(async () => {
  app = await startApp()
  ;[own, other] = [await newTenant(app), await newTenant(app)]
  for (const { ids, owner } of [own, other]) await send(app.address, changeDisplay, { id: ids.shop, body: { pText: 'Pass' } }, owner)
  for (const { ids } of [own, other]) {
    const leaving = await paidShopper(app.address, ids.shop)
    await send(app.address, cancelTicket, { id: leaving.ticketId }, leaving)
  }
  for (const { ids, owner } of [own, other]) {
    const { paymentId } = await cashShopper(app.address, ids.shop)
    await send(app.address, confirmPayment, { id: paymentId, body: {} }, owner)
    await send(
      app.address,
      countCash,
      { id: ids.shop, body: { counterId: null, lastCountId: null, taken: 0, handedBack: 0, countedPaise: 0 } },
      owner,
    )
  }
  // Writes the messages of these events, and pays the refunds.
  await app.running.tick()
  // What is left of days that are over.
  await sql`insert into money_day select mall_id, shop_id, '2026-01-01', gateway, 'matched', count(*), 0, sum(amount_paise), 0, 0, 0, 0, 0
    from payment where captured_at is not null group by mall_id, shop_id, gateway`.execute(app.database.db)
  tables = await tablesOfMalls()
})
afterAll(() => app.stop())

/** Every table with a column that says which mall a row belongs to. */
async function tablesOfMalls(): Promise<typeof tables> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'mall_id' order by name`.execute(
    app.database.db,
  )
  return [{ name: 'mall', mall: 'id' }, ...rows.map(({ name }) => ({ name, mall: 'mallId' }))]
}

const seenBy = async ({ ids }: Tenant): Promise<Seen> => {
  const { ownerAccountId } = await app.database.db
    .selectFrom('mall')
    .select('ownerAccountId')
    .where('id', '=', ids.mall)
    .executeTakeFirstOrThrow()
  return { accountId: ownerAccountId ?? '', mallIds: [ids.mall] }
}

/** Runs a statement in a story of this tenant and rolls it back; returns its rows, or the code of the database's refusal. */
async function done(tenant: Seen, statement: (tx: Tx) => Promise<{ rows: unknown[] }>): Promise<unknown[] | string> {
  let rows: unknown[] = []
  const story = transaction(behindWall(app.database.db, tenant), async (tx) => {
    ;({ rows } = await statement(tx))
    throw new Error('undone')
  })
  const error = await story.then(
    () => null,
    (thrown: { message: string; code?: string }) => thrown,
  )
  return error?.message === 'undone' ? rows : (error?.code ?? 'nothing thrown')
}

const REFUSED = '42501'
const countOf = async (name: string, mall: string, mallId: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where ${sql.ref(mall)} = ${mallId}`.execute(app.database.db))
    .rows[0]?.n ?? 0

describe('a story that forgets its where-clause', () => {
  test('has tables to read, with rows of both tenants in each', async () => {
    expect(tables.length).toBeGreaterThan(12)
    for (const { name, mall } of tables)
      for (const { ids } of [own, other]) expect(await countOf(name, mall, ids.mall), `${name} of ${ids.mall}`).toBeGreaterThan(0)
  })

  test('reads its own rows, all of them, and no other', async () => {
    for (const { name, mall } of tables) {
      const read = await done(await seenBy(own), (tx) => sql`select ${sql.ref(mall)} as mall from ${sql.table(name)}`.execute(tx))
      const mine = await countOf(name, mall, own.ids.mall)
      // A tenant also reads audit entries about its people that belong to no mall: see the next test.
      const told = Array.isArray(read) && name === 'audit' ? (read as { mall: string | null }[]).filter(({ mall }) => mall !== null) : read
      expect(told, name).toEqual(Array.from({ length: mine }, () => ({ mall: own.ids.mall })))
    }
  })

  test('reads security events of its own people and of no one else', async () => {
    const { rows: people } = await sql<{ id: string }>`
      select account_id as id from shop_staff where mall_id = ${own.ids.mall}
      union select owner_account_id from mall where id = ${own.ids.mall}`.execute(app.database.db)
    const told = await done(await seenBy(own), (tx) =>
      sql<{ subject: string }>`select subject from audit where mall_id is null`.execute(tx),
    )
    if (!Array.isArray(told)) throw new Error(`the audit was refused: ${told}`)
    const subjects = new Set((told as { subject: string }[]).map(({ subject }) => subject))
    expect(subjects.size).toBeGreaterThan(0)
    expect([...subjects].filter((subject) => !people.some(({ id }) => id === subject))).toEqual([])
  })

  test('changes and deletes only its own rows', async () => {
    const refused: string[] = []
    for (const { name, mall } of tables) {
      const everyRow = {
        update: sql`update ${sql.table(name)} set ${sql.ref(mall)} = ${sql.ref(mall)} returning ${sql.ref(mall)} as mall`,
        delete: sql`delete from ${sql.table(name)} returning ${sql.ref(mall)} as mall`,
      }
      for (const [way, statement] of Object.entries(everyRow)) {
        const touched = await done(await seenBy(own), (tx) => statement.execute(tx))
        if (touched === REFUSED) refused.push(`${way} ${name}`)
        else expect(new Set((touched as { mall: string }[]).map(({ mall }) => mall)), `${way} ${name}`).toEqual(new Set([own.ids.mall]))
      }
    }
    // Rows of these tables are never deleted, and rows of the history are not changed either.
    expect(refused).toEqual([
      'delete mall',
      'update audit',
      'delete audit',
      'update cash_count',
      'delete cash_count',
      'delete cash_drawer',
      'delete counter',
      'update credit_note',
      'delete credit_note',
      'delete credit_note_series',
      'delete day_counter',
      'delete display',
      'update dispute',
      'delete dispute',
      'update gateway_account',
      'delete gateway_account',
      'update gateway_secret',
      'delete gateway_secret',
      'delete mall_use',
      'update message',
      'delete message',
      'update money_change',
      'delete money_change',
      'update money_day',
      'delete money_day',
      'update orphan',
      'delete orphan',
      'delete payment',
      'update payment_attempt',
      'delete payment_attempt',
      'update receipt',
      'delete receipt',
      'update receipt_code',
      'delete receipt_code',
      'delete receipt_series',
      'delete refund',
      'update settlement',
      'delete settlement',
      'update settlement_line',
      'delete settlement_line',
      'delete shop',
      'update shop_staff',
      'delete shop_staff',
      'delete slot_count',
      'delete ticket',
      'delete ticket_event',
      'update vendor_event',
      'delete vendor_event',
      'update vendor_order',
      'delete vendor_order',
      'update waitlist',
      'delete waitlist',
    ])
  })

  test('adds no row to another mall, and moves none there', async () => {
    for (const { name, mall } of tables) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(name)} t where ${sql.ref(mall)} = ${other.ids.mall} limit 1`.execute(
        app.database.db,
      )
      const copied = sql`insert into ${sql.table(name)} overriding system value
        select * from jsonb_populate_record(null::${sql.table(name)}, ${rows[0]?.row ?? ''}::jsonb)`
      expect(await done(await seenBy(own), (tx) => copied.execute(tx)), `insert into ${name}`).toBe(REFUSED)
      const moved = sql`update ${sql.table(name)} set ${sql.ref(mall)} = ${other.ids.mall}`
      expect(await done(await seenBy(own), (tx) => moved.execute(tx)), `update ${name}`).toBe(REFUSED)
    }
  })

  test('of no tenant finds nothing', async () => {
    for (const { name } of tables)
      expect(await done({ accountId: '', mallIds: [] }, (tx) => sql`select from ${sql.table(name)}`.execute(tx)), name).toEqual([])
  })

  test('outside a transaction sees no more rows, and reads both malls of an owner who has two', async () => {
    const walled = behindWall(app.database.db, await seenBy(own))
    expect(await walled.selectFrom('mall').select('id').execute()).toEqual([{ id: own.ids.mall }])
    const both = behindWall(walled, { accountId: '', mallIds: [own.ids.mall, other.ids.mall] })
    expect((await both.selectFrom('mall').select('id').execute()).map(({ id }) => id).sort()).toEqual([own.ids.mall, other.ids.mall].sort())
    expect(await app.database.db.selectFrom('mall').select('id').where('id', '=', other.ids.mall).execute()).toHaveLength(1)
  })
})

describe('accounts, which belong to no mall', () => {
  const emails = async ({ ids }: Tenant) => {
    const { rows } = await sql<{ email: string }>`
      select email from account where id in (select account_id from shop_staff where mall_id = ${ids.mall})
        or id = (select owner_account_id from mall where id = ${ids.mall}) order by email`.execute(app.database.db)
    return rows.map(({ email }) => email)
  }

  test('are read and changed by the tenant that they work for', async () => {
    const tenant = await seenBy(own)
    const read = await done(tenant, (tx) => tx.selectFrom('account').select('email').orderBy('email').execute().then(asRows))
    expect(read).toEqual((await emails(own)).map((email) => ({ email })))
    const renamed = await done(tenant, (tx) => tx.updateTable('account').set({ name: 'Taken' }).returning('email').execute().then(asRows))
    expect((renamed as { email: string }[]).map(({ email }) => email).sort()).toEqual(await emails(own))
  })

  test('are read but not changed if they also work elsewhere', async () => {
    const shared = own.ids.account
    const at = { shopId: other.ids.shop, mallId: other.ids.mall, accountId: shared, createdAt: app.clock.now() }
    await app.database.db.insertInto('shopStaff').values(at).execute()
    const tenant = await seenBy(own)
    const of = (tx: Tx) => tx.selectFrom('account').select('id').where('id', '=', shared)
    expect(await done(tenant, (tx) => of(tx).execute().then(asRows))).toEqual([{ id: shared }])
    expect(await done(tenant, (tx) => of(tx).forUpdate().execute().then(asRows))).toEqual([])
    expect(
      await done(tenant, (tx) =>
        tx.updateTable('account').set({ name: 'Taken' }).where('id', '=', shared).returning('id').execute().then(asRows),
      ),
    ).toEqual([])
    await app.database.db.deleteFrom('shopStaff').where('accountId', '=', shared).where('mallId', '=', other.ids.mall).execute()
  })

  test('hide their secrets from every tenant, and no tenant changes a role', async () => {
    const tenant = await seenBy(own)
    for (const statement of [
      'select password_hash from account',
      'select totp_secret from account',
      'select token_hash from session',
      'select code_hash from reset_code',
      'select sealed from auth_challenge',
      'select sealed from gateway_secret',
      'select body from vendor_event',
      "update account set role = 'superadmin'",
      "insert into account (id, email, name, role, password_hash, created_at) values ('x', 'x@x', 'x', 'owner', 'x', now())",
    ])
      expect(await done(tenant, (tx) => sql.raw(statement).execute(tx)), statement).toBe(REFUSED)
  })

  test('have sessions that only the tenant they work for can end', async () => {
    const { rows } = await sql<{ id: string }>`
      select s.id from session s join account a on a.id = s.account_id where a.email in (${sql.join(await emails(own))}) order by s.id`.execute(
      app.database.db,
    )
    expect(rows.length).toBeGreaterThan(1)
    const ended = await done(await seenBy(own), (tx) => tx.deleteFrom('session').returning('id').execute().then(asRows))
    expect((ended as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows)
  })
})

const asRows = <T>(rows: T[]) => ({ rows })

describe('a table without a mall', () => {
  test('is closed to tenants, or limited by its shop', async () => {
    const tenant = await seenBy(own)
    for (const table of ['otpCode', 'otpTry', 'shopperSession', 'signInFailure', 'outbox', 'schema_checksum', 'slug'])
      expect(await done(tenant, (tx) => sql`select from ${sql.table(table)}`.execute(tx)), table).toBe(REFUSED)
    const streams = await done(tenant, (tx) => tx.selectFrom('shopStream').select('shopId').execute().then(asRows))
    expect(streams).toEqual([{ shopId: own.ids.shop }])
    const event = (shopId: string) => ({ kind: 'shop.changed', shopId, payload: '{}', createdAt: app.clock.now() })
    const announced = (shopId: string) => done(tenant, (tx) => tx.insertInto('outbox').values(event(shopId)).execute().then(asRows))
    expect(await announced(other.ids.shop)).toBe(REFUSED)
    expect(await announced(own.ids.shop)).not.toBe(REFUSED)
    const named = (placeId: string) => done(tenant, (tx) => sql`select give_slug('taken', ${placeId})`.execute(tx))
    for (const place of [other.ids.shop, other.ids.mall]) expect(await named(place)).toBe(REFUSED)
    for (const place of [own.ids.shop, own.ids.mall]) expect(await named(place)).not.toBe(REFUSED)
    const byNobody = done({ accountId: '', mallIds: [] }, (tx) => sql`select give_slug('taken', ${own.ids.shop})`.execute(tx))
    expect(await byNobody).toBe(REFUSED)
  })

  test('takes no audit entry in the name of another account', async () => {
    const tenant = await seenBy(own)
    const entry = (accountId: string) => ({ actorAccountId: accountId, mallId: null, action: 'x', subject: 'x', at: app.clock.now() })
    const noted = (accountId: string) => done(tenant, (tx) => tx.insertInto('audit').values(entry(accountId)).execute().then(asRows))
    expect(await noted(other.ids.account)).toBe(REFUSED)
    expect(await noted(tenant.accountId)).not.toBe(REFUSED)
  })
})

describe('the catalogue', () => {
  test('has a policy for every table that tenants may use, except pictures and sounds', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.relname as name from pg_class c
      left join lateral aclexplode(c.relacl) t on true
      left join pg_attribute a on a.attrelid = c.oid and a.attacl is not null left join lateral aclexplode(a.attacl) p on true
      where c.relkind in ('r', 'p') and 'rc_tenant'::regrole in (t.grantee, p.grantee)
        and not (c.relrowsecurity and exists (select from pg_policy where polrelid = c.oid and 'rc_tenant'::regrole = any (polroles)))
      order by name`.execute(app.database.db)
    expect(rows).toEqual([{ name: 'media' }])
  })

  test('has a policy for every table with mall_id', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
      where c.relrowsecurity and 'rc_tenant'::regrole = any (p.polroles) order by name`.execute(app.database.db)
    const guarded = rows.map(({ name }) => name)
    expect(tables.map(({ name }) => name).filter((name) => !guarded.includes(name))).toEqual([])
  })

  test('has only these functions that pass the wall, and only tenants may call them', async () => {
    const { rows } = await sql<{ name: string; takers: string[] }>`
      select proname as name, array(select grantee::regrole::text from aclexplode(proacl) where grantee <> proowner order by 1) as takers
      from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by name`.execute(app.database.db)
    const names = ['account_is_elsewhere', 'account_is_own', 'account_may_change', 'account_with_email', 'gateway_of_payment', 'give_slug']
    expect(rows).toEqual([...names, 'places_of_staff', 'whose'].map((name) => ({ name, takers: ['rc_tenant'] })))
  })
})

test('a staff screen reads its table behind the wall', async () => {
  const asked = writeDownWhatIsAsked(app)
  expect((await own.screens.staff.watch({ shopId: own.ids.shop, staff: true })).ok).toBe(true)
  const tickets = asked.filter(({ sql }) => sql.includes('from "ticket"'))
  // Workers read tickets, too, at any moment and as the owner of the tables; none of them reads the table of a desk.
  const behind = tickets.filter(({ as }) => as === 'rc_tenant')
  expect(behind, 'the table and the digest').toHaveLength(2)
  const tables = tickets.filter(({ sql }) => sql.includes('"last_action"'))
  expect(tables.map(({ as }) => as)).toEqual(['rc_tenant'])
})
