import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isEmail } from '../contract/checks.ts'

/** Where mail goes out, and from whom. */
export interface MailSettings {
  url: string
  from: string
}

/** What MSG91 needs: the account's key and one registered (DLT) template per kind of message. */
export interface Msg91Settings {
  authKey: string
  templates: Readonly<Record<'otp' | 'token' | 'call' | 'refund', string>>
  /** Where its API stands; another address only for tests. */
  url: string
}

/** The environment, read once and frozen. Nothing else reads `process.env`. */
export interface Config {
  mode: 'demo' | 'production'
  port: number
  host: string
  publicUrl: URL
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  secretKey: string
  /** Addresses or networks of balancers whose `X-Forwarded-For` is believed. */
  trustProxy: string[]
  /** Sockets of one address that may be open at once, and begin within a minute. */
  socketsPerAddress: number
  revealUnknownAccounts: boolean
  metricsToken: string | null
  /** The first super administrator, made where there is none. */
  superadmin: { email: string; password: string } | null
  /** The mail server; null in demo mode, where codes stay on the screen. */
  mail: MailSettings | null
  /** The SMS vendor; null in demo mode, where messages stay on the screen. */
  msg91: Msg91Settings | null
  logLevel: string
  /** Throw demo data away and start over. */
  fresh: boolean
  /** Listen on the local network and print a code for phones. */
  lan: boolean
}

/** Where the data is, for commands beside the server: they need none of its other settings. */
export interface DataHome {
  databaseUrl: string | null
  dataDir: string
  /** Null where nobody said it and the data folder keeps none. */
  secretKey: string | null
}

/** What is wrong with the settings, as sentences that name the variables. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`Red Carpet cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}\n${TWO_MODES}`)
    this.name = 'ConfigError'
  }
}

const TWO_MODES =
  'There are two modes. Demo: NODE_ENV is not production and there is no DATABASE_URL, or DEMO=1. Production: NODE_ENV=production with DATABASE_URL, PUBLIC_URL, SECRET_KEY, and a sender for one-time passcodes (MSG91_AUTH_KEY and its templates).'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = (schema: z.ZodType<string>) => z.preprocess(blankIsAbsent, schema.optional())
const flag = z
  .preprocess(blankIsAbsent, z.enum(['0', '1', 'true', 'false', 'on', 'off']).optional())
  .transform((v) => (v === undefined ? null : ['1', 'true', 'on'].includes(v)))

const environment = z.object({
  NODE_ENV: optional(z.string()),
  PORT: z.preprocess(blankIsAbsent, z.coerce.number('PORT is a number').int().min(0).max(65_535).default(3000)),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'PUBLIC_URL is a full address such as https://queue.example.in' })),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(?:ql)?$/, error: 'DATABASE_URL starts with postgres://' })),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/, error: 'REDIS_URL starts with redis://' })),
  DEMO: flag,
  SECRET_KEY: optional(z.string().min(32, 'SECRET_KEY has at least 32 characters')),
  TRUST_PROXY: optional(z.string()),
  SOCKETS_PER_ADDRESS: z.preprocess(
    blankIsAbsent,
    z.coerce.number('SOCKETS_PER_ADDRESS is a number').int().min(1).max(1_000_000).optional(),
  ),
  REVEAL_UNKNOWN_ACCOUNTS: flag,
  METRICS_TOKEN: optional(z.string().min(16, 'METRICS_TOKEN has at least 16 characters')),
  SUPERADMIN_EMAIL: optional(z.string().refine(isEmail, 'SUPERADMIN_EMAIL is an email address')),
  SUPERADMIN_PASSWORD: optional(z.string().min(15, 'SUPERADMIN_PASSWORD has at least 15 characters').max(128)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'SMTP_URL starts with smtp:// or smtps://' })),
  MAIL_FROM: optional(z.string().max(200)),
  MSG91_AUTH_KEY: optional(z.string()),
  MSG91_TEMPLATE_OTP: optional(z.string()),
  MSG91_TEMPLATE_TOKEN: optional(z.string()),
  MSG91_TEMPLATE_CALL: optional(z.string()),
  MSG91_TEMPLATE_REFUND: optional(z.string()),
  MSG91_URL: optional(z.url({ protocol: /^https?$/, error: 'MSG91_URL is a full address' })),
  LOG_LEVEL: z.preprocess(blankIsAbsent, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional()),
})

/**
 * Reads the settings. `args` are the command line (`--lan`, `--fresh`). Throws `ConfigError` naming every setting that is wrong,
 * missing or unsafe in combination; never falls back from production to demo.
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const read = environment.safeParse(env)
  if (!read.success) throw new ConfigError(problemsOf(read.error))
  const e = read.data
  const production = e.NODE_ENV === 'production'
  const lan = args.includes('--lan')
  const fresh = args.includes('--fresh')
  const problems: string[] = []

  if (production) {
    if (e.DEMO === true) problems.push('DEMO=1 shows passcodes on the screen; it cannot be used with NODE_ENV=production')
    if (!e.DATABASE_URL) problems.push('DATABASE_URL is missing')
    if (!e.PUBLIC_URL) problems.push('PUBLIC_URL is missing')
    if (!e.SECRET_KEY) problems.push('SECRET_KEY is missing')
    if (e.REVEAL_UNKNOWN_ACCOUNTS === true) problems.push('REVEAL_UNKNOWN_ACCOUNTS is for demo mode')
    if (fresh) problems.push('--fresh throws data away; it is for demo mode')
    if (!e.SMTP_URL) problems.push('SMTP_URL is missing: codes of password resets go by mail')
    if (!e.MAIL_FROM) problems.push('MAIL_FROM is missing: the address that mail comes from')
    if (!e.MSG91_AUTH_KEY) problems.push('there is no sender for one-time passcodes: MSG91_AUTH_KEY is missing')
  } else {
    if (e.DATABASE_URL && e.DEMO !== true) problems.push('DATABASE_URL without NODE_ENV=production needs DEMO=1')
    if (!e.DATABASE_URL && e.DEMO === false) problems.push('DEMO=0 leaves neither mode: unset it, or set NODE_ENV=production')
  }
  if (e.REDIS_URL && !e.DATABASE_URL) problems.push('REDIS_URL is for several nodes, which need a DATABASE_URL')
  if (!e.SUPERADMIN_EMAIL !== !e.SUPERADMIN_PASSWORD) problems.push('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD go together')
  const templates = {
    otp: e.MSG91_TEMPLATE_OTP,
    token: e.MSG91_TEMPLATE_TOKEN,
    call: e.MSG91_TEMPLATE_CALL,
    refund: e.MSG91_TEMPLATE_REFUND,
  }
  if (e.SMTP_URL && !production) problems.push('SMTP_URL sends real mail; demo mode never does')
  if (e.MSG91_AUTH_KEY) {
    for (const [kind, template] of Object.entries(templates))
      if (!template) problems.push(`MSG91_TEMPLATE_${kind.toUpperCase()} is missing`)
    if (!production) problems.push('MSG91_AUTH_KEY sends real messages; demo mode never does')
  }
  const trustProxy = (e.TRUST_PROXY ?? '').split(/[\s,]+/).filter((part) => part !== '')
  for (const part of trustProxy)
    if (!isNetwork(part)) problems.push(`TRUST_PROXY: "${part}" is no address or network (10.0.0.1, 10.0.0.0/8, loopback)`)
  if (problems.length > 0) throw new ConfigError(problems)

  const dataDir = resolve(e.DATA_DIR ?? 'data')
  return Object.freeze({
    mode: production ? 'production' : 'demo',
    port: e.PORT,
    host: e.HOST ?? (production || lan ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`),
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    redisUrl: e.REDIS_URL ?? null,
    secretKey: e.SECRET_KEY ?? keptSecret(dataDir),
    trustProxy,
    // A demo may stand for a whole town from one machine.
    socketsPerAddress: e.SOCKETS_PER_ADDRESS ?? (production ? 10_000 : 120_000),
    revealUnknownAccounts: e.REVEAL_UNKNOWN_ACCOUNTS ?? !production,
    metricsToken: e.METRICS_TOKEN ?? null,
    superadmin: e.SUPERADMIN_EMAIL && e.SUPERADMIN_PASSWORD ? { email: e.SUPERADMIN_EMAIL, password: e.SUPERADMIN_PASSWORD } : null,
    mail: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    msg91: e.MSG91_AUTH_KEY
      ? { authKey: e.MSG91_AUTH_KEY, templates: templates as Msg91Settings['templates'], url: e.MSG91_URL ?? 'https://control.msg91.com' }
      : null,
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    fresh,
    lan,
  } satisfies Config)
}

/**
 * Reads where the data is. Throws `ConfigError` where one of its settings is wrong, and in production without a database: a command would
 * otherwise take the folder of a demo for it.
 */
export function readDataHome(env: NodeJS.ProcessEnv): DataHome {
  const read = environment.pick({ NODE_ENV: true, DATABASE_URL: true, DATA_DIR: true, SECRET_KEY: true }).safeParse(env)
  if (!read.success) throw new ConfigError(problemsOf(read.error))
  const { NODE_ENV, DATABASE_URL, DATA_DIR, SECRET_KEY } = read.data
  if (NODE_ENV === 'production' && !DATABASE_URL) throw new ConfigError(['DATABASE_URL is missing'])
  const dataDir = resolve(DATA_DIR ?? 'data')
  const kept = secretFile(dataDir)
  return Object.freeze({
    databaseUrl: DATABASE_URL ?? null,
    dataDir,
    secretKey: SECRET_KEY ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : null),
  })
}

const problemsOf = (error: z.ZodError) => error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)

/** An IP address, a network of them (but not the whole internet), or one of the names that stand for private networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}

const secretFile = (dataDir: string) => join(dataDir, 'secret.key')

/** Demo mode's key: made once and kept in the data folder, readable by its owner alone. */
function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Written beside and renamed: a kill in between must not leave an empty key, which anybody could guess.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600 })
    renameSync(unfinished, file)
  }
  return readFileSync(file, 'utf8').trim()
}
