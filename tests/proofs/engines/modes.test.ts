import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { listTickets } from '#contract/desk/calls.ts'
import { login, signUp } from '#contract/sign-in/calls.ts'
import { modeOf } from '#server/db/mode.ts'
import { names } from '#server/db/names.ts'
import type { Database } from '#server/db/open.ts'
import { goes, stays } from '#server/demo/leave-store.ts'
import { send } from '#tests/support/calls/client.ts'
import { ownerOf, paidShopper, signIn } from '#tests/support/people/people.ts'
import { backupsIn } from '#tests/support/server/backup.ts'
import { testDatabase } from '#tests/support/server/database.ts'
import { type Product, productsOfFile } from '#tests/support/server/product.ts'
import { productionSettings } from '#tests/support/server/production.ts'

/** A database belongs to the mode of its first start: real processes and commands, in both directions. */

const embedded = inject('engine') === 'pglite'
const { product, folder } = productsOfFile()

/** Production does not run on the embedded engine, so the environment names a server. */
const productionOn = ({ env }: Product) => ({
  ...env,
  ...productionSettings,
  DEMO: '',
  DATABASE_URL: env.DATABASE_URL ?? '',
  SECRET_KEY: 'k'.repeat(40),
})
const modeIn = (of: Product) => of.look(({ db }: Database) => modeOf(db))
const logIn = (address: string, email: string, password: string) => send(address, login, { body: { email, password } })

/** Starts a server that must refuse to start, in its own process. */
const startRefused = async (of: Product, env: NodeJS.ProcessEnv, ...args: string[]) => {
  const { code, output } = await of.commandWith(env, 'tests/support/server/product-child.ts', ...args)
  expect(output, 'a sentence and no stack trace').not.toMatch(/^\s+at /m)
  return { code, output }
}

describe('a demo database', () => {
  test.skipIf(embedded)('stays a demo if DATABASE_SESSION_URL does not answer', async () => {
    const demo = await product()
    await demo.start()
    await demo.stop()
    const env = { ...demo.env, DATABASE_SESSION_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    expect(await demo.commandWith(env, 'server/operator/leave-demo.ts', '--yes')).toMatchObject({ code: 1 })
    expect(await modeIn(demo)).toBe('demo')
  })

  test('becomes a production database by a command: own places stay; sales, passwords and the demo data go', async () => {
    const demo = await product()
    await demo.start()
    const own = { name: 'Meera Shah', email: 'meera@own.in', password: 'a password of meera' }
    const signedUp = await send(demo.address, signUp, { body: { ...own, role: 'owner' } })
    expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(201)
    await paidShopper(demo.address, 'phoenix-cafe')
    expect((await logIn(demo.address, own.email, own.password)).status).toBe(200)
    if (embedded) {
      const running = await demo.command('server/operator/leave-demo.ts', '--yes')
      expect(running, 'the folder can have only one owner').toMatchObject({ code: 1, output: expect.stringContaining('already running') })
    } else {
      const running = await demo.command('server/operator/leave-demo.ts', '--yes')
      expect(running).toMatchObject({ code: 1, output: expect.stringContaining('Stop every node') })
    }
    await demo.stop()

    const unsure = await demo.command('server/operator/leave-demo.ts')
    expect(unsure, 'without a terminal it needs --yes').toMatchObject({ code: 1, output: expect.stringContaining('--yes') })
    expect(await modeIn(demo)).toBe('demo')
    const left = await demo.command('server/operator/leave-demo.ts', '--yes')
    expect(left, left.output).toMatchObject({ code: 0, output: expect.stringContaining('npm run superadmin') })
    expect(await modeIn(demo)).toBe('production')
    const again = await demo.command('server/operator/leave-demo.ts', '--yes')
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('does not belong to a demo') })

    await demo.look(async ({ db }) => {
      for (const name of goes) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)
        expect(rows[0]?.n, `${name} is empty`).toBe(0)
      }
      const usable = await db.selectFrom('account').select(['email', 'passwordHash']).where('disabledAt', 'is', null).execute()
      expect(usable).toEqual([{ email: own.email, passwordHash: 'void' }])
      const malls = await db.selectFrom('mall').select('title').where('archivedAt', 'is', null).execute()
      expect(malls).toEqual([{ title: 'Meera Shah’s mall' }])
      const notes = await db.selectFrom('audit').select(['action', 'actorKind']).where('action', '=', 'database.left-demo').execute()
      expect(notes).toEqual([{ action: 'database.left-demo', actorKind: 'operator' }])
    })

    const refused = await startRefused(demo, demo.env)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('This is a production database. Demo mode does not start') })
    const erase = await demo.commandWith(demo.env, 'tests/support/server/product-child.ts', '--fresh')
    expect(erase).toMatchObject({ code: 1, output: expect.stringContaining('--fresh does not erase it') })
    expect(await modeIn(demo)).toBe('production')
  })

  test('is erased and filled again by --fresh', async () => {
    const demo = await product()
    await demo.start()
    await paidShopper(demo.address, 'phoenix-cafe')
    await demo.stop()
    await demo.start('--fresh')
    const { body } = await send(demo.address, listTickets, { id: 'royal-sarees' }, await ownerOf(demo.address))
    expect(body).toBeDefined()
    await demo.stop()
    expect(await demo.look(({ db }) => db.selectFrom('ticket').select('id').where('shopId', '=', 'royal-sarees').execute())).toEqual([])
    expect(await modeIn(demo)).toBe('demo')
  })
})

describe.skipIf(embedded)('on PostgreSQL', () => {
  test('production does not start on a demo database before leave-demo, even with an operator’s account in the settings', async () => {
    const demo = await product()
    await demo.start()
    await signIn(demo.address, demoAccounts.owner.email)
    await demo.stop()
    const refused = await startRefused(demo, productionOn(demo))
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('npm run leave-demo') })

    expect(await demo.command('server/operator/leave-demo.ts', '--yes')).toMatchObject({ code: 0 })
    const live = await product({
      env: { ...productionSettings, DEMO: '', DATABASE_URL: demo.env.DATABASE_URL ?? '', SECRET_KEY: 'k'.repeat(40) },
    })
    await live.start()
    for (const { email } of Object.values(demoAccounts)) {
      expect((await logIn(live.address, email, DEMO_PASSWORD)).body.code, email).toBe('bad_credentials')
    }
    const operator = { email: productionSettings.SUPERADMIN_EMAIL, password: productionSettings.SUPERADMIN_PASSWORD }
    expect((await logIn(live.address, operator.email, operator.password)).body, 'the operator’s account exists').toMatchObject({
      code: 'totp_required',
    })
    await live.stop()
  })

  test('the backup of a demo is refused in production, and converted only with --into-production', async () => {
    const demo = await product()
    await demo.start()
    await paidShopper(demo.address, 'phoenix-cafe')
    const into = folder()
    expect(await demo.command('scripts/backup.ts', into)).toMatchObject({ code: 0 })
    const file = backupsIn(into).join()
    const fresh = await product()
    const plain = await fresh.commandWith(productionOn(fresh), 'scripts/restore.ts', file)
    expect(plain).toMatchObject({ code: 1, output: expect.stringContaining('--into-production') })
    expect(await modeIn(fresh), 'nothing was restored').toBe(null)
    const converted = await fresh.commandWith(productionOn(fresh), 'scripts/restore.ts', file, '--into-production')
    expect(converted, converted.output).toMatchObject({ code: 0, output: expect.stringContaining('No password is valid any more') })
    expect(await modeIn(fresh)).toBe('production')
    const replaced = await fresh.command('scripts/restore.ts', file, '--replace')
    expect(replaced, 'a production database takes no demo backup, whatever the settings say').toMatchObject({ code: 1 })
    expect(await modeIn(fresh)).toBe('production')
  })
})

test('each table is either kept or emptied when a demo becomes production', async () => {
  const { database, cleanUp } = await testDatabase()
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_%'`.execute(database.db)
  expect([...stays, ...goes].toSorted()).toEqual(rows.map(({ name }) => names.inCode(name)).toSorted())
  await cleanUp()
})
