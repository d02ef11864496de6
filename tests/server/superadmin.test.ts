import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { appointSuperAdministrator } from '../../server/accounts/super-administrator.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { openLog } from '../../server/kit/log.ts'
import { start } from '../../server/wiring.ts'
import { noWeb } from '../support/no-web.ts'
import { call, signIn } from '../support/people.ts'
import { killableProduct, type Product } from '../support/product.ts'
import { type ProductionApp, productionApp, productionSettings } from '../support/production.ts'

/** The operator's command for the first super administrator, and for one who is shut out. */

const embedded = inject('engine') === 'pglite'
const OWN = 'a password of my own'

const login = (address: string, email: string, password: string) => call(address, 'POST', '/api/auth/login', { email, password })
const replace = (address: string, challenge: unknown, own = OWN) =>
  call(address, 'POST', '/api/auth/first-password', { challenge, newPassword: own, confirmPassword: own })
const firstPasswordIn = (output: string) => /First password\s+(\S+)/.exec(output)?.[1] ?? 'none'

describe('npm run superadmin', () => {
  let product: Product
  const superadmin = (...args: string[]) => product.command('server/superadmin.ts', ...args)
  beforeAll(async () => {
    product = await killableProduct()
    if (!embedded) return
    const early = await superadmin('you@example.in')
    expect(early, 'a folder without a database does not become one').toMatchObject({ code: 1 })
    expect(early.output).toContain('There is no database in ')
  })
  afterAll(() => product.cleanUp())

  test('makes a super administrator whose one-use first password leads in over HTTP', async () => {
    await product.start()
    await product.stop()
    const { code, output } = await superadmin('You@Example.in')
    expect(output).toMatch(/^You@Example\.in is a super administrator now\.\n/)
    expect(code).toBe(0)
    await product.start()
    const asked = await login(product.address, 'you@example.in', firstPasswordIn(output))
    expect(asked.body).toMatchObject({ code: 'password_change_required', challenge: expect.any(String) })
    expect((await replace(product.address, asked.body.challenge)).body).toMatchObject({ user: { role: 'superadmin' } })
    expect((await login(product.address, 'you@example.in', firstPasswordIn(output))).body.code).toBe('bad_credentials')
    expect((await login(product.address, 'you@example.in', OWN)).status).toBe(200)
    await product.stop()
    const lines = await product.look(({ db }) =>
      db.selectFrom('audit').select(['action', 'actor_account_id', 'detail']).where('action', 'like', 'account.%').execute(),
    )
    expect(lines).toEqual([{ action: 'account.added', actor_account_id: null, detail: { by: 'operator', secondFactor: 'off' } }])
  }, 180_000)

  test('lets a super administrator begin anew: a new first password, no second factor, no session from before', async () => {
    const { email } = demoAccounts.superadmin
    await product.start()
    const before = await signIn(product.address, email)
    await product.stop()
    // Sealed under another key: nobody has the app that made it any more.
    await product.look(({ db }) => db.updateTable('account').set({ totp_secret: 'lost' }).where('email', '=', email).execute())
    await product.start()
    expect((await login(product.address, email, DEMO_PASSWORD)).body.code).toBe('totp_required')
    if (embedded) await product.stop()
    const { code, output } = await superadmin(email)
    expect(output).toContain(`${email} begins anew`)
    expect(code).toBe(0)
    if (embedded) await product.start()
    expect((await call(product.address, 'GET', '/api/auth/me', undefined, before)).status).toBe(401)
    expect((await login(product.address, email, DEMO_PASSWORD)).body.code).toBe('bad_credentials')
    const asked = await login(product.address, email, firstPasswordIn(output))
    expect((await replace(product.address, asked.body.challenge)).body).toMatchObject({ user: { email, role: 'superadmin' } })
    await product.stop()
    const lines = await product.look(({ db }) =>
      db.selectFrom('audit').select('action').where('action', '=', 'account.first-password-given').execute(),
    )
    expect(lines).toHaveLength(1)
  }, 180_000)

  test('refuses an account of another role, what is no email address, and a command without or with too much, and changes nothing', async () => {
    const refused: [string[], RegExp][] = [
      [[demoAccounts.staff.email], /^staff@demo\.test is the email of an account of another role \(staff\)\./],
      [['OWNER@demo.test'], /another role \(owner\)/],
      [['nobody'], /^"nobody" is no email address\.$/m],
      [[], /^Usage: npm run superadmin -- you@example\.in$/m],
      [['a@example.in', 'b@example.in'], /^Usage:/],
    ]
    for (const [args, sentence] of refused) {
      const { code, output } = await superadmin(...args)
      expect(output).toMatch(sentence)
      expect(output, 'a sentence and no stack').not.toMatch(/^\s+at /m)
      expect(code, output).toBe(1)
    }
    await product.start()
    expect((await login(product.address, demoAccounts.staff.email, DEMO_PASSWORD)).status).toBe(200)
    if (embedded) expect(await superadmin('late@example.in')).toMatchObject({ code: 1, output: expect.stringContaining('Stop it, or set') })
  }, 180_000)
})

describe('in production', () => {
  let app: ProductionApp
  beforeAll(async () => {
    app = await productionApp({ env: { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' } })
  })
  afterAll(() => app.stop())

  test('a first password opens nothing before a second factor is enrolled, though the new password counts already', async () => {
    const { firstPassword } = await appointSuperAdministrator({ db: app.database.db, clock: app.clock }, 'chief@example.in')
    const asked = await login(app.address, 'chief@example.in', firstPassword)
    const short = await replace(app.address, asked.body.challenge, 'only 14 chars.')
    expect(short.body).toMatchObject({ code: 'invalid_input', fields: { newPassword: 'Please use at least 15 characters' } })
    const replaced = await replace(app.address, asked.body.challenge)
    expect(replaced.status).toBe(401)
    expect(replaced.body).toMatchObject({ code: 'totp_required', challenge: expect.any(String), enrol: { secret: expect.any(String) } })
    expect((await login(app.address, 'chief@example.in', OWN)).body.code).toBe('totp_required')
    const { secret } = replaced.body.enrol as unknown as { secret: string }
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })
    const entered = await call(app.address, 'POST', '/api/auth/totp', { challenge: replaced.body.challenge, code })
    expect(entered.body).toMatchObject({ token: expect.any(String), user: { role: 'superadmin' } })
  })

  test('does not start with a super administrator’s email that belongs to another role', async () => {
    const other = await productionApp({ env: { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' } })
    try {
      const owner = { name: 'Omkar', email: 'omkar@example.in', password: 'a good long one' }
      expect((await call(other.address, 'POST', '/api/auth/signup', owner)).status).toBe(201)
      const config = readConfig({ ...productionSettings, PORT: '0', SECRET_KEY: 'x'.repeat(40), SUPERADMIN_EMAIL: owner.email }, [])
      const again = start({ config, log: openLog('silent'), database: other.database, web: noWeb })
      await expect(again).rejects.toThrow(ConfigError)
      await expect(again).rejects.toThrow('SUPERADMIN_EMAIL is the email of an account of another role')
    } finally {
      await other.stop()
    }
  })
})
