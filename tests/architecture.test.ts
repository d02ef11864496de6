import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { names } from '#server/db/names.ts'

/** House rules that no other tool can check, each a search of the sources. dependency-cruiser checks the imports between modules. */

const root = join(import.meta.dirname, '..')

interface Source {
  /** Relative to the project's folder, with slashes. */
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
  among: Source[]
  allowed?: RegExp
  /** The pattern must find this text, so that a mistyped pattern does not pass. */
  example: string
}

const rules: Rule[] = [
  {
    name: 'the words of the wire stay at the edge',
    pattern: /\b(?:_id|menuItems|shopid|displayid|phoenixText|royalPassText|pText|\w*[cC]on[pP]assword)\b/,
    among: product.filter(({ path }) => !path.startsWith('scripts/')),
    // The people of a benchmark are programs that read what the server sends, like those of the tests.
    allowed: /^contract\/[^/]+\/[a-z-]*(?:calls|shapes)\.ts$|^server\/http\/|[/-]routes\.ts$|^web\/(?:api|data|live)\/|^bench\/day\//,
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
    // The entry points of the process pass it to the one reader.
    allowed: /^server\/(?:config|main|dev|operator\/superadmin|operator\/leave-demo)\.ts$/,
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
    name: 'the key of a query comes from its call',
    pattern: /\bqueryKey: \[/,
    among: inWeb,
    // The plain-text addresses are not calls; a drawn QR code is not an answer of the server.
    allowed: /^web\/data\/product\.ts$|^web\/features\/accounts\/enrolment\.tsx$/,
    example: "useQuery({ queryKey: ['malls'] })",
  },
  {
    // Behind the wall, only `transaction()` switches to the tenant first.
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
    name: 'no value gets another type by two casts',
    pattern: /\bas unknown as\b/,
    among: sources.filter(isCode),
    allowed: /^tests\/architecture\.test\.ts$/,
    example: 'const { id } = answer as unknown as Ticket',
  },
  {
    // These tests send what a call's value cannot say, or pin the addresses of the specification and of the document. MSG91 has its own.
    name: 'the path of a call is only in its value',
    pattern: /['"`}](?:(?:GET|POST|PUT|DELETE) )?\/api\//,
    among: sources.filter((source) => isCode(source) && /^(?:tests|bench)\//.test(source.path)),
    allowed:
      /^tests\/(?:(?:architecture|edge\/(?:edge|headers|log|manners|matrix-order|openapi|undeclared)|stories\/queue\/specification)\.test|support\/vendors\/msg91)\.ts$/,
    example: "await raw(address, 'GET', '/api/shops')",
  },
  {
    name: 'a file that is not below the importing one is imported from the root',
    pattern: /\bfrom '\.\.\/|\bimport\('\.\.\//,
    among: sources.filter(isCode),
    // A package of its own has roots of its own.
    allowed: /^bench\/web-speed\/|^tests\/architecture\.test\.ts$/,
    example: "import { openDatabase } from '../../server/db/open.ts'",
  },
  {
    name: 'no test is run alone or left out',
    pattern: /\b(?:test|it|describe)\.(?:only|skip|todo|fixme)\b/,
    among: sources.filter(isTest),
    allowed: /^tests\/architecture\.test\.ts$/,
    example: 'test.only("this one")',
  },
]

describe('the house rules', () => {
  test('have sources to search', () => {
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

  test('no file or folder has a name without meaning', () => {
    const empty = /(?:^|\/)(?:utils?|helpers?|common|types|misc|lib|shared)(?:\/|\.[^/]*$)/
    expect('web/utils.ts').toMatch(empty)
    expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([])
  })

  test('no file only exports other files again', () => {
    expect(sources.map(({ path }) => path).filter((path) => /(?:^|\/)index\.tsx?$/.test(path))).toEqual([])
  })

  test('no file of the product has more than 300 lines', () => {
    const most = 300
    const long = product.filter(({ path, text }) => path !== 'server/db/tables.ts' && linesOf(text).length > most + 1)
    expect(long.map(({ path, text }) => `${path}: ${linesOf(text).length - 1} lines`)).toEqual([])
  })
})

describe('slices', () => {
  const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? ''
  const wiring = textOf('server/wiring.ts')
  const [, list = ''] = /^const slices: readonly Slice\[\] = \[([^\]]*)\]/m.exec(wiring) ?? []
  /** The slices that the composition root lists, as names of their folders. */
  const listed = [...wiring.matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+)\/slice\.ts'$/gm)]
    .filter(([, name]) => list.split(/\W+/).includes(name ?? ''))
    .map(([, , folder]) => folder ?? '')

  test('with calls or workers describe themselves, and the composition root lists them', () => {
    expect(listed.length).toBeGreaterThan(10)
    const described = inServer.flatMap(({ path }) => /^server\/([\w-]+)\/(?:.*[/-])?(?:routes|slice)\.ts$/.exec(path)?.[1] ?? [])
    expect([...new Set(described)].filter((folder) => textOf(`server/${folder}/slice.ts`) === '')).toEqual([])
    expect([...new Set(described)].sort()).toEqual(listed.toSorted())
  })

  test('leave the composition root short', () => {
    expect(linesOf(wiring).length - 1).toBeLessThanOrEqual(120)
  })
})

/** Only the slice that owns a table may name it. */
const owners: Readonly<Record<string, string>> = {
  audit: 'audit',
  account: 'accounts',
  session: 'accounts',
  authChallenge: 'accounts',
  secondFactorOffer: 'accounts',
  resetCode: 'accounts',
  signInFailure: 'accounts',
  signUp: 'accounts',
  media: 'media',
  mall: 'malls',
  slug: 'malls',
  shop: 'shops',
  shopStaff: 'staff',
  receiptCode: 'shops',
  otpCode: 'verification',
  otpTry: 'verification',
  otpBudget: 'verification',
  shopperSession: 'verification',
  display: 'displays',
  counter: 'counters',
  counterSession: 'counters',
  slotCount: 'slots',
  waitlist: 'slots',
  ticket: 'queue',
  dayCounter: 'queue',
  ticketEvent: 'queue',
  payment: 'payments',
  paymentAttempt: 'payments',
  refund: 'payments',
  cashCount: 'payments',
  cashDrawer: 'payments',
  moneyDay: 'payments',
  moneyChange: 'payments',
  receiptSeries: 'payments',
  receipt: 'payments',
  creditNote: 'payments',
  creditNoteSeries: 'payments',
  gatewayAccount: 'payments',
  gatewaySecret: 'payments',
  vendorOrder: 'payments',
  vendorEvent: 'payments',
  orphan: 'payments',
  dispute: 'payments',
  settlement: 'payments',
  settlementLine: 'payments',
  message: 'messages',
  outbox: 'outbox',
  shopStream: 'outbox',
  relayHead: 'outbox',
  eventBacklog: 'outbox',
  installation: 'db',
  mallUse: 'quotas',
  addressUse: 'quotas',
  idempotencyKey: 'http',
}

describe('tables', () => {
  test('have one owner each', () => {
    const folder = join(root, 'server/db/migrations')
    const made = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^create table (\w+)/gm)].map(([, name = '']) => names.inCode(name)),
    )
    expect(made.length).toBeGreaterThan(0)
    expect(made.filter((name) => !Object.hasOwn(owners, name))).toEqual([])
  })

  test('are named only by their owner', () => {
    expect(tablesNamedIn("db.selectFrom('ticket as t').innerJoin('shop', …); sql`select 1 from payment p`")).toEqual([
      'ticket',
      'shop',
      'payment',
    ])
    const foreign = inServer.flatMap(({ path, text }) => {
      const slice = path.split('/')[1] ?? ''
      // The database layer, the operator's commands and the demo's fresh start use all tables.
      if (['db', 'operator', 'demo'].includes(slice)) return []
      return tablesNamedIn(text)
        .filter((table) => owners[table] !== slice)
        .map((table) => `${path} names ${table}, which belongs to ${owners[table]}`)
    })
    expect([...new Set(foreign)]).toEqual([])
  })
})

/** Our tables that calls of the query builder or raw SQL name, in order of appearance. */
function tablesNamedIn(text: string): string[] {
  const calls =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|using|(?:inner|left|right|full|cross)Join)\(\s*\[?['"](\w+)|\b(?:from|join|into|update)\s+(\w+)/g
  return [...text.matchAll(calls)].map(([, built, raw = '']) => built ?? names.inCode(raw)).filter((name) => Object.hasOwn(owners, name))
}

function linesOf(text: string): string[] {
  return text.split('\n')
}

function readFolder(folder: string): Source[] {
  if (!existsSync(join(root, folder))) return []
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      // `bench/web-speed` has its own packages after its first run.
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  )
}
