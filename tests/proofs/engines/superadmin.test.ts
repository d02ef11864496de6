import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { firstPassword, login, me, totp } from '#contract/sign-in/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { appointSuperAdministrator } from '#server/accounts/super-administrator.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/kit/hash.ts'
import { openLog } from '#server/kit/log.ts'
import { start } from '#server/wiring.ts'
import { send } from '#tests/support/calls/client.ts'
import { signIn } from '#tests/support/people/people.ts'
import { noWeb } from '#tests/support/server/no-web.ts'
import { killableProduct, type Product } from '#tests/support/server/product.ts'
import { type ProductionApp, productionApp, productionSettings } from '#tests/support/server/production.ts'

const embedded = inject('engine') === 'pglite'
const OWN = 'a password of my own'

const logIn = (address: string, email: string, password: string) => send(address, login, { body: { email, password } })
const replace = (address: string, challenge: string | undefined, own = OWN) =>
  send(address, firstPassword, { body: { challenge: String(challenge), newPassword: own, confirmPassword: own } })
const firstPasswordIn = (output: string) => /First password\s+(\S+)/.exec(output)?.[1] ?? 'none'

describe('npm run superadmin', () => {
  let product: Product
  const superadmin = (...args: string[]) => product.command('server/operator/superadmin.ts', ...args)
  beforeAll(async () => {
    product = await killableProduct({ bare: true })
    if (!embedded) return
    const early = await superadmin('you@example.in')
    expect(early, 'a folder without a database stays without one').toMatchObject({ code: 1 })
    expect(early.output).toContain('There is no database in ')
  })
  afterAll(() => product.cleanUp())

  test('makes a super administrator who signs in over HTTP with a first password', async () => {
    await product.start()
    await product.stop()
    const { code, output } = await superadmin('You@Example.in')
    expect(output).toMatch(/^You@Example\.in is a super administrator now\.\n/)
    expect(code).toBe(0)
    await product.start()
    const asked = await logIn(product.address, 'you@example.in', firstPasswordIn(output))
    expect(asked.body).toMatchObject({ code: 'password_change_required', challenge: expect.any(String) })
    expect((await replace(product.address, asked.body.challenge)).body).toMatchObject({ user: { role: 'superadmin' } })
    expect((await logIn(product.address, 'you@example.in', firstPasswordIn(output))).body.code).toBe('bad_credentials')
    expect((await logIn(product.address, 'you@example.in', OWN)).status).toBe(200)
    await product.stop()
    const lines = await product.look(({ db }) =>
      db.selectFrom('audit').select(['action', 'actorAccountId', 'detail']).where('action', 'like', 'account.%').execute(),
    )
    expect(lines).toEqual([{ action: 'account.added', actorAccountId: null, detail: { by: 'operator', secondFactor: 'off' } }])
  })

  test('lets a super administrator begin again: a new first password, no second factor, no earlier session', async () => {
    const { email } = demoAccounts.superadmin
    await product.start()
    const before = await signIn(product.address, email)
    await product.stop()
    // As if sealed under another key: no app makes codes for it any more.
    await product.look(({ db }) => db.updateTable('account').set({ totpSecret: 'lost' }).where('email', '=', email).execute())
    await product.start()
    expect((await logIn(product.address, email, DEMO_PASSWORD)).body.code).toBe('totp_required')
    if (embedded) await product.stop()
    const { code, output } = await superadmin(email)
    expect(output).toContain(`${email} is reset`)
    expect(code).toBe(0)
    if (embedded) await product.start()
    expect((await send(product.address, me, {}, before)).status).toBe(401)
    expect((await logIn(product.address, email, DEMO_PASSWORD)).body.code).toBe('bad_credentials')
    const asked = await logIn(product.address, email, firstPasswordIn(output))
    expect((await replace(product.address, asked.body.challenge)).body).toMatchObject({ user: { email, role: 'superadmin' } })
    await product.stop()
    const lines = await product.look(({ db }) =>
      db
        .selectFrom('audit')
        .select(['action', 'actorKind', 'actorAccountId'])
        .where('action', 'in', ['account.first-password-given', 'account.second-factor-removed', 'second-factor.removed'])
        .orderBy('id')
        .execute(),
    )
    const operator = { actorKind: 'operator', actorAccountId: null }
    expect(lines, 'the operator did it, not the account itself').toEqual([
      { action: 'account.second-factor-removed', ...operator },
      { action: 'account.first-password-given', ...operator },
    ])
  })

  test('refuses an account of another role, an invalid email and a wrong number of arguments, and changes nothing', async () => {
    const refused: [string[], RegExp][] = [
      [[demoAccounts.staff.email], /^staff@demo\.test belongs to an account of another role \(staff\)\./],
      [['OWNER@demo.test'], /another role \(owner\)/],
      [['nobody'], /^"nobody" is not an email address\.$/m],
      [[], /^Usage: npm run superadmin -- you@example\.in$/m],
      [['a@example.in', 'b@example.in'], /^Usage:/],
    ]
    for (const [args, sentence] of refused) {
      const { code, output } = await superadmin(...args)
      expect(output).toMatch(sentence)
      expect(output, 'a sentence and no stack trace').not.toMatch(/^\s+at /m)
      expect(code, output).toBe(1)
    }
    await product.start()
    expect((await logIn(product.address, demoAccounts.staff.email, DEMO_PASSWORD)).status).toBe(200)
    if (embedded) expect(await superadmin('late@example.in')).toMatchObject({ code: 1, output: expect.stringContaining('Stop it, or set') })
  })
})

describe('in production', () => {
  let app: ProductionApp
  beforeAll(async () => {
    app = await productionApp({ env: { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' } })
  })
  afterAll(() => app.stop())

  test('a first password opens nothing before a second factor is enrolled, even though the new password is valid already', async () => {
    const { firstPassword } = await appointSuperAdministrator({ db: app.database.db, clock: app.clock }, 'chief@example.in')
    const asked = await logIn(app.address, 'chief@example.in', firstPassword)
    const short = await replace(app.address, asked.body.challenge, 'only 14 chars.')
    expect(short.body).toMatchObject({ code: 'invalid_input', fields: { newPassword: 'Please use at least 15 characters' } })
    const replaced = await replace(app.address, asked.body.challenge)
    expect(replaced.status).toBe(401)
    expect(replaced.body).toMatchObject({ code: 'totp_required', challenge: expect.any(String), enrol: { secret: expect.any(String) } })
    expect((await logIn(app.address, 'chief@example.in', OWN)).body.code).toBe('totp_required')
    const secret = Secret.fromBase32(replaced.body.enrol?.secret ?? '')
    const code = new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
    const entered = await send(app.address, totp, { body: { challenge: String(replaced.body.challenge), code } })
    expect(entered.body).toMatchObject({ token: expect.any(String), user: { role: 'superadmin' } })
  })

  test('the server does not start if SUPERADMIN_EMAIL belongs to an account of another role', async () => {
    const other = await productionApp({ env: { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' } })
    try {
      const owner = { name: 'Omkar', email: 'omkar@example.in', password: 'a good long one' }
      const { password, ...who } = owner
      const passwordHash = await hashPassword(password)
      await transaction(other.database.db, (tx) => createAccount(tx, other.clock.now(), { ...who, role: 'owner', passwordHash }))
      const config = readConfig({ ...productionSettings, PORT: '0', SECRET_KEY: 'x'.repeat(40), SUPERADMIN_EMAIL: owner.email }, [])
      const again = start({ config, log: openLog('silent'), database: other.database, web: noWeb })
      await expect(again).rejects.toThrow(ConfigError)
      await expect(again).rejects.toThrow('SUPERADMIN_EMAIL is the email of an account of another role')
    } finally {
      await other.stop()
    }
  })
})
