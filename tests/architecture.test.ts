import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

/** House rules that no other tool can hold: each is a search of the sources. The walls between modules are dependency-cruiser's. */

const root = join(import.meta.dirname, '..')

interface Source {
  /** From the project's folder, with slashes. */
  path: string
  text: string
}

const sources: Source[] = ['contract', 'server', 'web', 'texts', 'scripts', 'tests', 'bench'].flatMap(readFolder)
const isTest = ({ path }: Source) => /\.(?:test|e2e)\.tsx?$/.test(path) || path.startsWith('tests/')
const isCode = ({ path }: Source) => /\.(?:ts|tsx|js|cjs)$/.test(path)
const product = sources.filter((source) => isCode(source) && !isTest(source))
const inServer = product.filter(({ path }) => path.startsWith('server/'))
const inWeb = product.filter(({ path }) => path.startsWith('web/'))

interface Rule {
  name: string
  pattern: RegExp
  /** Where it is looked for. */
  among: Source[]
  /** Where it may stand. */
  allowed?: RegExp
  /** What it must find, so that a mistyped pattern does not pass for a clean house. */
  example: string
}

const rules: Rule[] = [
  {
    name: 'the words of the wire stay at the edge',
    pattern: /\b(?:_id|menuItems|shopid|displayid|phoenixText|royalPassText|pText|\w*[cC]on[pP]assword)\b/,
    among: product.filter(({ path }) => !path.startsWith('scripts/')),
    allowed: /\.wire\.ts$|^server\/http\/|[/-]routes\.ts$|^web\/(?:api|live)\/|^web\/features\/.*[/-]api\.ts$/,
    example: 'const { _id } = shop',
  },
  {
    name: 'the clock is read in one place',
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    among: inServer,
    allowed: /^server\/kit\/clock\.ts$|^server\/demo\//,
    example: 'const at = new Date()',
  },
  {
    name: 'the environment is read in one place',
    pattern: /\bprocess\.env\b/,
    among: inServer,
    // The ways into the process hand it to the one reader.
    allowed: /^server\/(?:config|main|dev|superadmin)\.ts$/,
    example: 'if (process.env.DEBUG) log()',
  },
  {
    name: 'the browser talks to the server in one place',
    pattern: /(?<![.\w])fetch\(/,
    among: inWeb,
    allowed: /^web\/api\//,
    example: 'await fetch("/api/shops")',
  },
  {
    // Behind the wall, only `transaction()` becomes the tenant first.
    name: 'transactions are opened in one place',
    pattern: /\.(?:transaction|startTransaction|connection)\(\)/,
    among: inServer,
    allowed: /^server\/db\//,
    example: 'await db.transaction().execute(story)',
  },
  {
    name: 'no rule is switched off and nothing is left open',
    pattern: /biome-ignore|@ts-(?:ignore|expect-error|nocheck)|\b(?:TODO|FIXME)\b|\bas any\b/,
    among: sources.filter(isCode),
    allowed: /^tests\/architecture\.test\.ts$/,
    example: '// @ts-ignore',
  },
  {
    name: 'no test is left alone or left out',
    pattern: /\b(?:test|it|describe)\.(?:only|skip|todo|fixme)\b/,
    among: sources.filter(isTest),
    allowed: /^tests\/architecture\.test\.ts$/,
    example: 'test.only("this one")',
  },
]

describe('the house', () => {
  test('has rooms to look into', () => {
    expect(product.length).toBeGreaterThan(80)
    expect(inServer.length).toBeGreaterThan(30)
    expect(inWeb.length).toBeGreaterThan(30)
  })

  for (const { name, pattern, among, allowed, example } of rules) {
    test(name, () => {
      expect(example).toMatch(pattern)
      const found = among
        .filter(({ path }) => !allowed?.test(path))
        .flatMap(({ path, text }) => linesOf(text).flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])))
      expect(found).toEqual([])
    })
  }

  test('no name says nothing', () => {
    const empty = /(?:^|\/)(?:utils?|helpers?|common|types|misc|lib|shared)(?:\/|\.[^/]*$)/
    expect('web/utils.ts').toMatch(empty)
    expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([])
  })

  test('no barrels', () => {
    expect(sources.map(({ path }) => path).filter((path) => /(?:^|\/)index\.tsx?$/.test(path))).toEqual([])
  })

  test('no file has outgrown one idea', () => {
    const most = 300
    const long = product.filter(({ path, text }) => path !== 'server/db/tables.ts' && linesOf(text).length > most + 1)
    expect(long.map(({ path, text }) => `${path}: ${linesOf(text).length - 1} lines`)).toEqual([])
  })
})

/** Whose table is whose: only this slice's stores may name it. */
const owners: Readonly<Record<string, string>> = {
  audit: 'audit',
  account: 'accounts',
  session: 'accounts',
  auth_challenge: 'accounts',
  reset_code: 'accounts',
  sign_in_failure: 'accounts',
  media: 'media',
  mall: 'malls',
  shop: 'shops',
  shop_staff: 'shops',
  otp_code: 'verification',
  otp_try: 'verification',
  shopper_session: 'verification',
  display: 'displays',
  counter: 'counters',
  ticket: 'queue',
  day_counter: 'queue',
  ticket_event: 'queue',
  payment: 'payments',
  payment_attempt: 'payments',
  receipt_series: 'payments',
  receipt: 'payments',
  message: 'messages',
  outbox: 'outbox',
  shop_stream: 'outbox',
  relay_head: 'outbox',
}

describe('tables', () => {
  test('have one owner each', () => {
    const folder = join(root, 'server/db/migrations')
    const made = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^create table (\w+)/gm)].map(([, name]) => name ?? ''),
    )
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter((name) => !Object.hasOwn(owners, name))).toEqual([])
  })

  test('are named by their owner alone', () => {
    expect(tablesNamedIn("db.selectFrom('ticket as t').innerJoin('shop', …); sql`select 1 from payment p`")).toEqual([
      'ticket',
      'shop',
      'payment',
    ])
    const foreign = inServer.flatMap(({ path, text }) => {
      const slice = path.split('/')[1] ?? ''
      // The database layer and the demo's fresh start see all tables.
      if (slice === 'db' || slice === 'demo') return []
      return tablesNamedIn(text)
        .filter((table) => owners[table] !== slice)
        .map((table) => `${path} names ${table}, which belongs to ${owners[table]}`)
    })
    expect([...new Set(foreign)]).toEqual([])
  })
})

/** Our tables as a query builder's calls or raw SQL name them, in order of appearance. */
function tablesNamedIn(text: string): string[] {
  const calls =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|using|(?:inner|left|right|full|cross)Join)\(\s*\[?['"](\w+)|\b(?:from|join|into|update)\s+(\w+)/g
  return [...text.matchAll(calls)].map(([, built, raw]) => built ?? raw ?? '').filter((name) => Object.hasOwn(owners, name))
}

function linesOf(text: string): string[] {
  return text.split('\n')
}

function readFolder(folder: string): Source[] {
  if (!existsSync(join(root, folder))) return []
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      // `bench/web-speed` has its own packages once it has been run.
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  )
}
