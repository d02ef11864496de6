import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isEmail } from '#contract/base/checks.ts'
import { isNetwork, travelsOpen } from './addresses.ts'
import { type Limits, limitSettings, limitsFrom } from './limits.ts'
import { type Msg91Settings, smsFrom, smsProblems, smsSettings } from './sms-settings.ts'
import { type Vendors, vendorProblems, vendorSettings, vendorsFrom } from './vendor-settings.ts'

export interface MailSettings {
  url: string
  from: string
}

/** The environment, read once and frozen. Nothing else reads `process.env`. */
export interface Config {
  mode: 'demo' | 'production'
  port: number
  host: string
  publicUrl: URL
  dataDir: string
  /** PostgreSQL, or a pooler in front of it if there is a `databaseSessionUrl`. */
  databaseUrl: string | null
  /** PostgreSQL itself, for work that needs a database session; null if `databaseUrl` is PostgreSQL itself. */
  databaseSessionUrl: string | null
  redisUrl: string | null
  secretKey: string
  /** Still opens what it sealed before the last change; null if there is none. */
  previousSecretKey: string | null
  vendors: Vendors
  /** Addresses or networks of load balancers whose `X-Forwarded-For` is trusted. */
  trustProxy: string[]
  /** How many sockets of one address may be open at once; the same number may begin within a minute. */
  socketsPerAddress: number
  limits: Limits
  revealUnknownAccounts: boolean
  /** The most one-time passcodes per hour and per day, in total and for one mall; and the most mobiles for one address in an hour. */
  passcodes: { hour: number; day: number; mallHour: number; mallDay: number; mobilesPerAddress: number }
  metricsToken: string | null
  /** The first super administrator; created if there is none. */
  superadmin: { email: string; password: string } | null
  /** Null in demo mode, where codes stay on the screen. */
  mail: MailSettings | null
  /** Null in demo mode, where messages stay on the screen. */
  msg91: Msg91Settings | null
  logLevel: string
  /** Delete the demo data and start over. */
  fresh: boolean
  /** Listen on the local network and print a code for phones. */
  lan: boolean
  underNpm: boolean
}

/** Where the data is, for commands other than the server: they need none of its other settings. */
export interface DataHome {
  databaseUrl: string | null
  databaseSessionUrl: string | null
  dataDir: string
  /** Null if it is not set and the data folder has none. */
  secretKey: string | null
  /** `NODE_ENV` says production. */
  production: boolean
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

const SESSION_ALONE = 'DATABASE_SESSION_URL needs a DATABASE_URL that leads through a pooler'

/** A demo sends nothing, so its codes cost nothing. */
const UNBOUNDED = 100_000_000

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = (schema: z.ZodType<string>) => z.preprocess(blankIsAbsent, schema.optional())
const flag = z
  .preprocess(blankIsAbsent, z.enum(['0', '1', 'true', 'false', 'on', 'off']).optional())
  .transform((v) => (v === undefined ? null : ['1', 'true', 'on'].includes(v)))

const count = (name: string) =>
  z.preprocess(blankIsAbsent, z.coerce.number(`${name} must be a number`).int().min(1).max(100_000_000).optional())

const environment = z.object({
  npm_lifecycle_event: optional(z.string()),
  NODE_ENV: optional(z.string()),
  PORT: z.preprocess(blankIsAbsent, z.coerce.number('PORT must be a number').int().min(0).max(65_535).default(3000)),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'PUBLIC_URL must be a full address such as https://queue.example.in', abort: true })
      .refine(
        isOrigin,
        'PUBLIC_URL must end after the host (or its port), such as https://queue.example.in: pages have no path before them',
      ),
  ),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(?:ql)?$/, error: 'DATABASE_URL must start with postgres://' })),
  DATABASE_SESSION_URL: optional(z.url({ protocol: /^postgres(?:ql)?$/, error: 'DATABASE_SESSION_URL must start with postgres://' })),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/, error: 'REDIS_URL must start with redis:// or rediss://' })),
  DEMO: flag,
  SECRET_KEY: optional(z.string().min(32, 'SECRET_KEY must have at least 32 characters')),
  SECRET_KEY_PREVIOUS: optional(z.string().min(32, 'SECRET_KEY_PREVIOUS must have at least 32 characters')),
  ...vendorSettings,
  TRUST_PROXY: optional(z.string()),
  SOCKETS_PER_ADDRESS: z.preprocess(
    blankIsAbsent,
    z.coerce.number('SOCKETS_PER_ADDRESS must be a number').int().min(1).max(1_000_000).optional(),
  ),
  ...limitSettings,
  REVEAL_UNKNOWN_ACCOUNTS: flag,
  OTP_PER_HOUR: count('OTP_PER_HOUR'),
  OTP_PER_DAY: count('OTP_PER_DAY'),
  OTP_PER_MALL_AND_HOUR: count('OTP_PER_MALL_AND_HOUR'),
  OTP_PER_MALL_AND_DAY: count('OTP_PER_MALL_AND_DAY'),
  OTP_MOBILES_PER_ADDRESS: count('OTP_MOBILES_PER_ADDRESS'),
  METRICS_TOKEN: optional(z.string().min(16, 'METRICS_TOKEN must have at least 16 characters')),
  SUPERADMIN_EMAIL: optional(z.string().refine(isEmail, 'SUPERADMIN_EMAIL must be an email address')),
  SUPERADMIN_PASSWORD: optional(z.string().min(15, 'SUPERADMIN_PASSWORD must have at least 15 characters').max(128)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must start with smtp:// or smtps://' })),
  MAIL_FROM: optional(z.string().max(200)),
  ...smsSettings,
  LOG_LEVEL: z.preprocess(blankIsAbsent, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional()),
})

/**
 * `args` is the command line (`--lan`, `--fresh`, `--with-vendors`). Throws `ConfigError`, which names every setting that is wrong, missing
 * or unsafe in combination. Never falls back from production to demo.
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const read = environment.safeParse(env)
  if (!read.success) throw new ConfigError(problemsOf(read.error))
  const e = read.data
  const production = e.NODE_ENV === 'production'
  const lan = args.includes('--lan')
  const fresh = args.includes('--fresh')
  const withVendors = args.includes('--with-vendors')
  const problems: string[] = []

  if (production) {
    if (e.DEMO === true) problems.push('DEMO=1 shows passcodes on the screen; it cannot be used with NODE_ENV=production')
    if (!e.DATABASE_URL) problems.push('DATABASE_URL is missing')
    if (!e.PUBLIC_URL) problems.push('PUBLIC_URL is missing')
    if (!e.SECRET_KEY) problems.push('SECRET_KEY is missing')
    if (travelsOpen(e.PUBLIC_URL))
      problems.push('PUBLIC_URL must start with https:// in production: over http, sessions can be read on the way')
    if (e.REVEAL_UNKNOWN_ACCOUNTS === true) problems.push('REVEAL_UNKNOWN_ACCOUNTS works only in demo mode')
    if (fresh) problems.push('--fresh deletes all data; it works only in demo mode')
    if (withVendors) problems.push('--with-vendors plays the payment vendors; it works only in demo mode')
    if (!e.SMTP_URL) problems.push('SMTP_URL is missing: password reset codes are sent by email')
    if (!e.MAIL_FROM) problems.push('MAIL_FROM is missing: the sender’s address of these emails')
  } else {
    if (e.DATABASE_URL && e.DEMO !== true) problems.push('DATABASE_URL without NODE_ENV=production needs DEMO=1')
    if (!e.DATABASE_URL && e.DEMO === false) problems.push('DEMO=0 selects neither mode: unset it, or set NODE_ENV=production')
  }
  if (withVendors && lan) problems.push('--with-vendors and --lan do not go together: the played vendors are on this machine only')
  problems.push(...vendorProblems(e, production))
  if (e.DATABASE_SESSION_URL && !e.DATABASE_URL) problems.push(SESSION_ALONE)
  if (e.REDIS_URL && !e.DATABASE_URL) problems.push('REDIS_URL is for several nodes, which need a DATABASE_URL')
  if (!e.SUPERADMIN_EMAIL !== !e.SUPERADMIN_PASSWORD) problems.push('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD must be set together')
  if (e.SMTP_URL && !production) problems.push('SMTP_URL sends real email; demo mode must not')
  problems.push(...smsProblems(e, production))
  const trustProxy = (e.TRUST_PROXY ?? '').split(/[\s,]+/).filter((part) => part !== '')
  for (const part of trustProxy)
    if (!isNetwork(part)) problems.push(`TRUST_PROXY: "${part}" is not an address or network (10.0.0.1, 10.0.0.0/8, loopback)`)
  if (problems.length > 0) throw new ConfigError(problems)

  const dataDir = resolve(e.DATA_DIR ?? 'data')
  return Object.freeze({
    mode: production ? 'production' : 'demo',
    port: e.PORT,
    host: e.HOST ?? (production || lan ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`),
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseSessionUrl: e.DATABASE_SESSION_URL ?? null,
    redisUrl: e.REDIS_URL ?? null,
    secretKey: e.SECRET_KEY ?? keptSecret(dataDir),
    previousSecretKey: e.SECRET_KEY_PREVIOUS ?? null,
    vendors: vendorsFrom(e, production),
    trustProxy,
    // In a demo, one machine may simulate the phones of a whole town.
    socketsPerAddress: e.SOCKETS_PER_ADDRESS ?? (production ? 10_000 : 120_000),
    limits: limitsFrom(e, production),
    passcodes: {
      hour: e.OTP_PER_HOUR ?? (production ? 5000 : UNBOUNDED),
      day: e.OTP_PER_DAY ?? (production ? 40_000 : UNBOUNDED),
      mallHour: e.OTP_PER_MALL_AND_HOUR ?? (production ? 1000 : UNBOUNDED),
      mallDay: e.OTP_PER_MALL_AND_DAY ?? (production ? 8000 : UNBOUNDED),
      mobilesPerAddress: e.OTP_MOBILES_PER_ADDRESS ?? (production ? 300 : UNBOUNDED),
    },
    revealUnknownAccounts: e.REVEAL_UNKNOWN_ACCOUNTS ?? !production,
    metricsToken: e.METRICS_TOKEN ?? null,
    superadmin: e.SUPERADMIN_EMAIL && e.SUPERADMIN_PASSWORD ? { email: e.SUPERADMIN_EMAIL, password: e.SUPERADMIN_PASSWORD } : null,
    mail: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    msg91: smsFrom(e),
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    fresh,
    lan,
    underNpm: e.npm_lifecycle_event !== undefined,
  } satisfies Config)
}

/**
 * Throws `ConfigError` if one of its settings is wrong. In production it also throws without a DATABASE_URL: a command would otherwise use
 * the folder of a demo.
 */
export function readDataHome(env: NodeJS.ProcessEnv): DataHome {
  const read = environment
    .pick({ NODE_ENV: true, DATABASE_URL: true, DATABASE_SESSION_URL: true, DATA_DIR: true, SECRET_KEY: true })
    .safeParse(env)
  if (!read.success) throw new ConfigError(problemsOf(read.error))
  const { NODE_ENV, DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR, SECRET_KEY } = read.data
  if (NODE_ENV === 'production' && !DATABASE_URL) throw new ConfigError(['DATABASE_URL is missing'])
  if (DATABASE_SESSION_URL && !DATABASE_URL) throw new ConfigError([SESSION_ALONE])
  const dataDir = resolve(DATA_DIR ?? 'data')
  const kept = secretFile(dataDir)
  return Object.freeze({
    databaseUrl: DATABASE_URL ?? null,
    databaseSessionUrl: DATABASE_SESSION_URL ?? null,
    dataDir,
    production: NODE_ENV === 'production',
    secretKey: SECRET_KEY ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : null),
  })
}

export const databaseOf = ({
  databaseUrl,
  databaseSessionUrl,
  dataDir,
}: Pick<DataHome, 'databaseUrl' | 'databaseSessionUrl' | 'dataDir'>) => {
  if (databaseUrl === null) return { dataDir }
  return databaseSessionUrl === null ? { url: databaseUrl } : { url: databaseUrl, sessionUrl: databaseSessionUrl }
}

const problemsOf = (error: z.ZodError) => error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)

const secretFile = (dataDir: string) => join(dataDir, 'secret.key')

/** True for a protocol, a host and perhaps a port: printed codes and links add a path to it. */
function isOrigin(address: string): boolean {
  const { href, origin } = new URL(address)
  return href === `${origin}/`
}

/** Demo mode's key: created once and kept in the data folder, where only its owner can read it. */
function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Written to another file and then renamed: a kill in between must not leave an empty key, which anyone could guess.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600 })
    renameSync(unfinished, file)
  }
  return readFileSync(file, 'utf8').trim()
}
