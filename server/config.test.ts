import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, databaseOf, readConfig, readDataHome } from './config.ts'

const SECRET_KEY = 'thirty-two characters at the least'
const demo = { SECRET_KEY }
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://queue@db.example.in/queue',
  PUBLIC_URL: 'https://queue.example.in',
  SECRET_KEY,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Red Carpet <queue@example.in>',
  MSG91_AUTH_KEY: 'key of the account',
  MSG91_TEMPLATE_OTP: 'template 1',
  MSG91_TEMPLATE_TOKEN: 'template 2',
  MSG91_TEMPLATE_CALL: 'template 3',
  MSG91_TEMPLATE_REFUND: 'template 4',
}

/** Returns what prevents the start; empty if nothing does. */
function problemsWith(env: Record<string, string>, args: string[] = []): string {
  try {
    readConfig(env, args)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

describe('demo mode', () => {
  test('needs no setting: it listens on this machine alone and keeps its data in ./data', () => {
    expect(readConfig(demo, [])).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: new URL('http://localhost:3000'),
      dataDir: resolve('data'),
      databaseUrl: null,
      redisUrl: null,
      revealUnknownAccounts: true,
      metricsToken: null,
      trustProxy: [],
      socketsPerAddress: 120_000,
      msg91: null,
      fresh: false,
      lan: false,
      underNpm: false,
    })
  })

  test('treats empty variables as absent', () => {
    const empty = Object.fromEntries(Object.keys(production).map((name) => [name, '']))
    expect(readConfig({ ...empty, PORT: '', HOST: '', DEMO: '', LOG_LEVEL: '', REDIS_URL: '', ...demo }, [])).toEqual(readConfig(demo, []))
  })

  test('uses a PostgreSQL server only if DEMO=1 is set', () => {
    const { DATABASE_URL } = production
    expect(readConfig({ ...demo, DATABASE_URL, DEMO: '1' }, [])).toMatchObject({ mode: 'demo', databaseUrl: DATABASE_URL })
    expect(problemsWith({ ...demo, DATABASE_URL })).toContain('DATABASE_URL without NODE_ENV=production needs DEMO=1')
    expect(problemsWith({ ...demo, DATABASE_URL, DEMO: '0' })).toContain('needs DEMO=1')
  })

  test('never sends a real message', () => {
    const { NODE_ENV: _mode, DATABASE_URL: _url, ...rest } = production
    expect(problemsWith(rest)).toContain('demo mode must not')
  })

  test('listens on the local network with --lan and starts over with --fresh', () => {
    expect(readConfig(demo, ['--lan', '--fresh'])).toMatchObject({ host: '0.0.0.0', lan: true, fresh: true })
  })

  test('plays the vendors on this machine only', () => {
    expect(readConfig(demo, ['--with-vendors'])).toMatchObject({ mode: 'demo', host: '127.0.0.1' })
    expect(problemsWith(demo, ['--with-vendors', '--lan'])).toContain('--with-vendors and --lan do not go together')
  })
})

describe('production', () => {
  test('starts with everything it needs, behind a balancer or not', () => {
    expect(readConfig({ ...production, TRUST_PROXY: '10.0.0.0/8, 192.168.1.1', METRICS_TOKEN: 'sixteen letters!' }, [])).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      publicUrl: new URL('https://queue.example.in'),
      databaseUrl: production.DATABASE_URL,
      revealUnknownAccounts: false,
      trustProxy: ['10.0.0.0/8', '192.168.1.1'],
      metricsToken: 'sixteen letters!',
      secretKey: SECRET_KEY,
    })
  })

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('without %s refuses to start and names it', (name) => {
    const { [name as keyof typeof production]: _without, ...rest } = production
    expect(problemsWith(rest)).toContain(name)
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['DEMO=1', { DEMO: '1' }, []],
    ['REVEAL_UNKNOWN_ACCOUNTS', { REVEAL_UNKNOWN_ACCOUNTS: 'on' }, []],
    ['--fresh', {}, ['--fresh']],
    ['--with-vendors', {}, ['--with-vendors']],
  ])('refuses what belongs to the demo: %s', (name, env, args) => {
    expect(problemsWith({ ...production, ...env }, args)).toContain(name)
  })

  test('lets no session and no code travel over http, except on this machine itself', () => {
    expect(problemsWith({ ...production, PUBLIC_URL: 'http://queue.example.in' })).toContain('PUBLIC_URL must start with https://')
    expect(problemsWith({ ...production, MSG91_URL: 'http://sms.example.in' })).toContain('MSG91_URL must start with https://')
    for (const here of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(readConfig({ ...production, PUBLIC_URL: here, MSG91_URL: here }, []).publicUrl.origin).toBe(here)
  })

  test('names everything that is missing at once, and says which two modes there are', () => {
    const message = problemsWith({ NODE_ENV: 'production' })
    for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY', 'MSG91_AUTH_KEY', 'SMTP_URL', 'MAIL_FROM'])
      expect(message).toContain(`${name} is missing`)
    expect(message).toContain('There are two modes')
  })

  test('may go through a pooler, if a second address leads to PostgreSQL itself', () => {
    const DATABASE_SESSION_URL = 'postgres://db.example.in/rc'
    const config = readConfig({ ...production, DATABASE_SESSION_URL }, [])
    expect(config).toMatchObject({ databaseUrl: production.DATABASE_URL, databaseSessionUrl: DATABASE_SESSION_URL })
    const home = { url: production.DATABASE_URL, sessionUrl: DATABASE_SESSION_URL }
    expect(databaseOf(config)).toEqual(home)
    expect(databaseOf(readDataHome({ ...production, DATABASE_SESSION_URL })), 'commands other than the server find both').toEqual(home)
    expect(databaseOf(readConfig(production, []))).toEqual({ url: production.DATABASE_URL })
    expect(() => readDataHome({ DATABASE_SESSION_URL })).toThrow('DATABASE_SESSION_URL needs a DATABASE_URL')
  })

  test('never falls back to the demo', () => {
    for (const name of Object.keys(production)) {
      const { [name as keyof typeof production]: _without, ...rest } = production
      expect(problemsWith(rest), `without ${name}`).not.toBe('')
    }
  })
})

describe('a setting', () => {
  test.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '3000.5' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'queue.example.in' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://queue.example.in' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.in/queue' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.in/?shop=1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.in/#here' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://someone:secret@example.in' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db', DEMO: '1' }],
    ['DATABASE_SESSION_URL', { DATABASE_SESSION_URL: 'mysql://db', DATABASE_URL: 'postgres://db/rc', DEMO: '1' }],
    ['DATABASE_SESSION_URL', { DATABASE_SESSION_URL: 'postgres://db/rc' }],
    ['REDIS_URL', { REDIS_URL: 'http://cache' }],
    ['REDIS_URL', { REDIS_URL: 'redis://cache' }],
    ['SECRET_KEY', { SECRET_KEY: 'short' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['DEMO=0', { DEMO: '0' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SUPERADMIN_PASSWORD', { SUPERADMIN_EMAIL: 'operator@example.in' }],
    ['SUPERADMIN_PASSWORD', { SUPERADMIN_EMAIL: 'operator@example.in', SUPERADMIN_PASSWORD: 'short' }],
    ['SUPERADMIN_EMAIL', { SUPERADMIN_PASSWORD: 'a long enough password' }],
  ])('that is wrong is named: %s', (name, env) => {
    expect(problemsWith({ ...demo, ...env })).toContain(name)
  })

  test('that is wrong is never repeated, since it may be a secret', () => {
    expect(problemsWith({ SECRET_KEY: 'tooshort-secret', METRICS_TOKEN: 'also-short' })).not.toMatch(/tooshort-secret|also-short/)
  })

  test('cannot be changed after it was read', () => {
    expect(Object.isFrozen(readConfig(demo, []))).toBe(true)
  })
})

describe("the demo's own key", () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'red-carpet-config-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is made once, kept in the data folder, and long enough', () => {
    const DATA_DIR = join(folder, 'first')
    const { secretKey } = readConfig({ DATA_DIR }, [])
    expect(secretKey.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR }, []).secretKey).toBe(secretKey)
    expect(readConfig({ DATA_DIR: join(folder, 'second') }, []).secretKey).not.toBe(secretKey)
  })

  test('is not made if SECRET_KEY is set; that key is used', () => {
    const DATA_DIR = join(folder, 'third')
    expect(readConfig({ DATA_DIR, SECRET_KEY }, []).secretKey).toBe(SECRET_KEY)
    expect(() => statSync(DATA_DIR)).toThrow('ENOENT')
  })

  // Windows has no such permissions.
  test.runIf(process.platform !== 'win32')('and its folder are readable by their owner alone', () => {
    const DATA_DIR = join(folder, 'fourth')
    readConfig({ DATA_DIR }, [])
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('is complete or absent: a key that a killed process left half written is not used', () => {
    const DATA_DIR = join(folder, 'fifth')
    const { secretKey } = readConfig({ DATA_DIR }, [])
    const again = join(folder, 'sixth')
    readConfig({ DATA_DIR: again }, [])
    rmSync(join(again, 'secret.key'))
    writeFileSync(join(again, 'secret.key.1'), '')
    expect(readConfig({ DATA_DIR: again }, []).secretKey.length).toBe(secretKey.length)
    expect(readFileSync(join(again, 'secret.key'), 'utf8').length).toBeGreaterThanOrEqual(32)
  })
})

describe('the vendors that take payments', () => {
  test('are called at their own addresses in production, and not at all in a demo', () => {
    expect(readConfig(demo, []).vendors).toEqual({ razorpay: null, cashfree: null })
    expect(readConfig(production, []).vendors).toEqual({
      razorpay: { url: null, scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js' },
      cashfree: { url: null, scriptUrl: 'https://sdk.cashfree.com/js/v3/cashfree.js' },
    })
  })

  test('may be on this machine, in a demo too', () => {
    const { vendors } = readConfig(
      { ...demo, RAZORPAY_API_URL: 'http://127.0.0.1:4000/', RAZORPAY_CHECKOUT_URL: 'http://localhost:4000/x.js' },
      [],
    )
    expect(vendors).toEqual({ razorpay: { url: 'http://127.0.0.1:4000', scriptUrl: 'http://localhost:4000/x.js' }, cashfree: null })
  })

  test('are never real in a demo, and never reached in plain text in production', () => {
    for (const name of ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL', 'CASHFREE_API_URL', 'CASHFREE_SCRIPT_URL']) {
      expect(problemsWith({ ...demo, [name]: 'https://api.razorpay.com' })).toContain(`${name} leads to another machine`)
      expect(problemsWith({ ...production, [name]: 'http://vendor.example' })).toContain(`${name} must start with https://`)
      expect(problemsWith({ ...production, [name]: 'vendor' })).toContain(`${name} must be a full address`)
    }
  })
})

test('has the templates of MSG91 that are set: those of bookings and parts are optional', () => {
  const needed = { otp: 'template 1', token: 'template 2', call: 'template 3', refund: 'template 4' }
  expect(readConfig({ ...production, MSG91_TEMPLATE_PART: '' }, []).msg91?.templates).toEqual(needed)
  const optional = { BOOKING: 'template 5', PART: 'template 6', SPACE: 'template 7', MISTAKE: 'template 8', COLLECT: 'template 9' }
  const set = Object.fromEntries(Object.entries(optional).map(([kind, template]) => [`MSG91_TEMPLATE_${kind}`, template]))
  const more = { booking: 'template 5', part: 'template 6', space: 'template 7', mistake: 'template 8', collect: 'template 9' }
  expect(readConfig({ ...production, ...set }, []).msg91?.templates).toEqual({ ...needed, ...more })
})
