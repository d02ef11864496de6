import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/server/database.ts'
import { withName } from '#tests/support/server/test-server.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { behindWall, transaction } from './transaction.ts'
import { checkWall } from './wall.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.cleanUp())

const run = (statement: string) => sql.raw(statement).execute(home.database.db)
const stands = () => checkWall(home.database.db)

describe('the start', () => {
  const undo: string[] = []
  afterEach(async () => {
    for (const statement of undo.splice(0)) await run(statement)
  })

  test('succeeds if every table of a mall is behind the wall', async () => {
    await expect(stands()).resolves.toBeUndefined()
  })

  test('is refused if a table of a mall has no wall or no policy, and the error names the table', async () => {
    undo.push('drop table late, later')
    await run('create table late (mall_id text)')
    await run('create table later (mall_id text)')
    await run('alter table later enable row level security')
    await expect(stands()).rejects.toThrow('these tables are open: late, later.')
    await run("call put_behind_wall('late', 'select')")
    await run("call put_behind_wall('later', 'select')")
    await expect(stands()).resolves.toBeUndefined()
  })

  test('is refused if the tenants’ role lacks its permissions', async () => {
    undo.push('grant select on mall to rc_tenant')
    await run('revoke select on mall from rc_tenant')
    await expect(stands()).rejects.toThrow('permission denied for table mall')
  })

  test('is refused if row-level security was switched off', async () => {
    undo.push('alter table ticket enable row level security')
    await run('alter table ticket disable row level security')
    await expect(stands()).rejects.toThrow('these tables are open: ticket.')
  })
})

test('no connection stays a tenant’s after a transaction has failed or ended', async () => {
  const { db } = home.database
  const walled = behindWall(db, { accountId: 'someone', mallIds: ['a', 'b'] })
  const who = () => sql<{ role: string; malls: string | null }>`select current_user as role, current_setting('rc.malls', true) as malls`
  const before = (await who().execute(db)).rows
  expect(before).not.toMatchObject([{ role: 'rc_tenant' }])
  expect((await who().execute(walled)).rows).toEqual([{ role: 'rc_tenant', malls: 'a,b' }])
  await expect(
    transaction(walled, async () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await expect(transaction(walled, (tx) => sql`select * from otp_code`.execute(tx))).rejects.toThrow('permission denied')
  // check each connection of the pool
  const after = await Promise.all(Array.from({ length: 20 }, () => who().execute(db)))
  for (const { rows } of after) expect([rows[0]?.role, rows[0]?.malls || null]).toEqual([before[0]?.role, null])
  await expect(transaction(walled, () => sql`select 1`.execute(walled))).rejects.toThrow('pass tx instead')
})

describe.skipIf(inject('engine') !== 'postgres')('a login that is not a superuser', () => {
  const login = `rc_login_${randomBytes(6).toString('hex')}`
  const url = () => {
    const address = new URL(withName(login))
    address.username = login
    address.password = login
    return address.href
  }
  beforeAll(async () => {
    await run(`create role ${login} login password '${login}'`)
    await run(`create database ${login} owner ${login}`)
  })
  afterAll(async () => {
    await run(`drop database ${login} with (force)`)
    await run(`drop role ${login}`)
  })

  test('without permission to take the tenants’ role gets an error that says what to run, and works after that', async () => {
    const database = await openDatabase({ url: url() })
    try {
      const advice = `create role rc_tenant nologin; grant rc_tenant to ${login};`
      await expect(migrate(database)).rejects.toThrow(advice)
      await run(`grant rc_tenant to ${login}`)
      expect(await migrate(database)).toContain('0002-tenant-wall')
      await checkWall(database.db)
      await run(`revoke rc_tenant from ${login}`)
      await expect(checkWall(database.db)).rejects.toThrow('permission denied to set role')
    } finally {
      await database.close()
    }
  })
})
