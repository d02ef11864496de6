import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import { CompiledQuery, type DatabaseConnection, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { isUniqueViolation } from '#server/db/errors.ts'
import { type Db, transaction } from '#server/db/transaction.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
  /** The earlier statement of its transaction that set the tenant role: row-level security is part of the plan. */
  tenant: Statement | null
  /** Equal for the statements of one transaction. */
  transaction: number
  /** False for the workers and for batches that serve several requests at once. */
  inRequest: boolean
}

const request = new AsyncLocalStorage<true>()

/** Lets `overhear` tell the statements of requests to this server from those of the workers. */
export function markRequests(server: Pick<Server, 'prependListener'>): void {
  server.prependListener('request', () => request.enterWith(true))
}

/**
 * Keeps every statement that goes to the database from now on, inside and outside of transactions. Returns a function that returns them
 * all.
 */
export function overhear(db: Db): () => readonly Statement[] {
  const heard: Statement[] = []
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  let transactions = 0
  executor.provideConnection = (use, options) => provide((connection) => use(overheard(connection, heard, transactions++)), options)
  return () => heard
}

/** The connection for one transaction, or for one query outside of a transaction. */
function overheard(connection: DatabaseConnection, heard: Statement[], transaction: number): DatabaseConnection {
  let tenant: Statement | null = null
  return new Proxy(connection, {
    get(target, property) {
      if (property !== 'executeQuery') {
        const value: unknown = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return (query: CompiledQuery) => {
        const statement = { text: query.sql, values: query.parameters, tenant, transaction, inRequest: request.getStore() === true }
        heard.push(statement)
        if (query.sql.includes("set_config('role'")) tenant = statement
        return target.executeQuery(query)
      }
    },
  })
}

/** The part of a plan from `explain (format json)` that says what is read and thrown away. */
interface PlanNode {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/** One step of a statement: the table, the way it is read, the rows kept, the rows read for nothing, and the pages touched. */
export interface Reading {
  table: string
  way: string
  kept: number
  wasted: number
  pages: number
  planned: PlannedFor
}

class Rollback extends Error {}

/** Each name of a prepared statement is used once. */
const names = (function* () {
  for (let n = 1; ; n += 1) yield `kept_${n}`
})()

const MEASURED = 'analyze, buffers, timing off'
/** A change of a ticket that has changed since gives it no version, which the table refuses: here it must run to its end anyway. */
const lettingVersionsBeAbsent = sql`alter table ticket alter column version drop not null`

/** A statement is planned for its own values, or for any, as PostgreSQL keeps the plan of a prepared statement. */
type PlannedFor = 'its values' | 'any values'

/**
 * Runs a statement once more with each kind of plan, since PostgreSQL may keep one for any values on both engines, and rolls it back.
 * Returns what it read. If it cannot run twice, returns only how it would read.
 */
export async function readingsOf(db: Db, statement: Statement): Promise<Reading[]> {
  return [...(await readingsWith(db, statement, 'its values')), ...(await readingsWith(db, statement, 'any values'))]
}

async function readingsWith(db: Db, statement: Statement, planned: PlannedFor): Promise<Reading[]> {
  const plan = await explain(db, statement, planned, MEASURED).catch((error: unknown) => {
    if (isUniqueViolation(error)) return explain(db, statement, planned, 'costs off')
    if (isChangedSince(error)) return explain(db, statement, planned, MEASURED, lettingVersionsBeAbsent)
    throw error
  })
  return [...steps(plan, planned)].map((step) => ({ ...step, planned }))
}

const isChangedSince = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('null value in column "version" of relation "ticket"')

async function explain(
  db: Db,
  { text, values, tenant }: Statement,
  planned: PlannedFor,
  how: string,
  before?: RawBuilder<unknown>,
): Promise<PlanNode> {
  let plan: PlanNode | undefined
  // It stays on its connection: after an error, nothing can take it away.
  const kept = planned === 'any values' && values.length > 0 ? names.next().value : null
  await transaction(db, async (tx) => {
    await before?.execute(tx)
    // A table may be so small here that a full read is the fastest. The test asks whether there is an index for when it grows.
    await sql`set local enable_seqscan = off`.execute(tx)
    if (tenant) await tx.executeQuery(CompiledQuery.raw(tenant.text, [...tenant.values]))
    if (kept !== null) {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      await sql`prepare ${sql.raw(kept)} as ${sql.raw(text)}`.execute(tx)
    }
    const asked = kept === null ? text : `execute ${kept}(${values.map(literalOf).join()})`
    const explained = CompiledQuery.raw(`explain (${how}, format json) ${asked}`, kept === null ? [...values] : [])
    // A connection that runs a function for the first time reads the catalog for it, which counts as hundreds of pages of the function.
    await sql`savepoint cold`.execute(tx)
    await tx.executeQuery(explained)
    await sql`rollback to savepoint cold`.execute(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained)
    plan = rows[0]?.['QUERY PLAN'][0].Plan
    throw new Rollback()
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
  if (!plan) throw new Error(`no plan for ${text}`)
  return plan
}

const literalOf = (value: unknown): string => (value === null || value === undefined ? 'null' : pg.escapeLiteral(textOf(value)))

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((one) => (one === null ? 'NULL' : `"${textOf(one).replace(/[\\"]/g, '\\$&')}"`)).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const pagesOf = (node: PlanNode): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)

/** `apart`: the pages of what runs once for the steps around this one. */
function* steps(node: PlanNode, planned: PlannedFor, apart = 0): Generator<Omit<Reading, 'planned'>> {
  const removed = [node['Rows Removed by Filter'], node['Rows Removed by Index Recheck'], node['Rows Removed by Join Filter']]
  const loops = node['Actual Loops'] ?? 0
  const children = node.Plans ?? []
  const once = children.filter((child) => child['Parent Relationship'] === 'InitPlan')
  // It runs within the first step that needs it. A function in it plans its own statements whenever this one is planned: about a hundred
  // pages of the catalog. With the kept plan it is only what the function reads, which counts.
  const outside = planned === 'its values' ? once.reduce((sum, child) => sum + pagesOf(child), apart) : 0
  yield {
    table: node['Relation Name'] ?? '',
    way: node['Node Type'],
    kept: (node['Actual Rows'] ?? 0) * loops,
    wasted: removed.reduce<number>((sum, rows) => sum + (rows ?? 0), 0) * loops,
    pages: Math.max(0, pagesOf(node) - outside),
  }
  for (const child of children) yield* steps(child, planned, outside)
}
