import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import { CompiledQuery, type DatabaseConnection, sql } from 'kysely'
import { isUniqueViolation } from '#server/db/errors.ts'
import { type Db, transaction } from '#server/db/transaction.ts'

/** A statement as it went to the database. */
export interface Statement {
  text: string
  values: readonly unknown[]
  /** The earlier statement of its transaction that set the tenant role: row-level security is part of the plan. */
  tenant: Statement | null
  /** Equal for the statements of one transaction. */
  transaction: number
  /** Whether a request asked it itself: false for the workers and for batches that serve several requests at once. */
  inRequest: boolean
}

const request = new AsyncLocalStorage<true>()

/** Lets `overhear` tell the statements of requests to this server from those of the workers beside it. */
export function markRequests(server: Pick<Server, 'prependListener'>): void {
  server.prependListener('request', () => request.enterWith(true))
}

/**
 * Keeps every statement that goes to the database from now on, inside and outside of transactions. The result is a function that returns
 * them all.
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
}

class Rollback extends Error {}

/** Runs a statement once more and rolls it back; returns what it read. If it cannot run twice, returns only how it would read. */
export async function readingsOf(db: Db, statement: Statement): Promise<Reading[]> {
  const plan = await explain(db, statement, 'analyze, buffers, timing off').catch((error: unknown) => {
    if (isUniqueViolation(error)) return explain(db, statement, 'costs off')
    throw error
  })
  return [...steps(plan)]
}

async function explain(db: Db, { text, values, tenant }: Statement, how: string): Promise<PlanNode> {
  let plan: PlanNode | undefined
  await transaction(db, async (tx) => {
    // A table may be so small here that a full read is the fastest. The test asks whether there is an index for when it grows.
    await sql`set local enable_seqscan = off`.execute(tx)
    if (tenant) await tx.executeQuery(CompiledQuery.raw(tenant.text, [...tenant.values]))
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      CompiledQuery.raw(`explain (${how}, format json) ${text}`, [...values]),
    )
    plan = rows[0]?.['QUERY PLAN'][0].Plan
    throw new Rollback()
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error
  })
  if (!plan) throw new Error(`no plan for ${text}`)
  return plan
}

function* steps(node: PlanNode): Generator<Reading> {
  const removed = [node['Rows Removed by Filter'], node['Rows Removed by Index Recheck'], node['Rows Removed by Join Filter']]
  const loops = node['Actual Loops'] ?? 0
  yield {
    table: node['Relation Name'] ?? '',
    way: node['Node Type'],
    kept: (node['Actual Rows'] ?? 0) * loops,
    wasted: removed.reduce<number>((sum, rows) => sum + (rows ?? 0), 0) * loops,
    pages: (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0),
  }
  for (const child of node.Plans ?? []) yield* steps(child)
}
