import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { type CallName, type Policy, policies } from '../../contract/permissions.ts'
import { TENANT_ROLE } from '../../server/db/tenant.ts'
import type { TestApp } from './app.ts'

/** A statement that the product sent, as whom the database ran it, and for which call of staff or an owner, if it was for one. */
export interface Asked {
  sql: string
  as: string
  call: CallName | null
}

interface Call {
  name: CallName
  /** Known once the session was looked up. */
  role: string | null
}

const patterns = (Object.keys(policies) as CallName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`),
}))

/** `contract/permissions.ts` knows the call as what; literal paths come before those with an id. */
function nameOf(method: string, url: string): CallName | null {
  const fits = patterns.filter(({ pattern }) => pattern.test(`${method} ${url.split('?')[0]}`)).map(({ name }) => name)
  return fits.find((name) => !name.includes(':')) ?? fits[0] ?? null
}

const unasked = /^(?:begin|commit|rollback|start transaction)|set_config\('role'/

/**
 * Writes down every statement from now on, with the user as whom it runs, which the database is asked each time. Open calls, and those
 * that a shopper's cookie came along with, are nobody's.
 */
export function writeDownWhatIsAsked({ database, running }: TestApp): Asked[] {
  const written: Asked[] = []
  const calls = new AsyncLocalStorage<Call | null>()
  running.app.server.prependListener('request', ({ method = '', url = '', headers }) => {
    const name = nameOf(method, url)
    const counts = name !== null && (policies[name] as Policy).by !== 'none' && headers.cookie === undefined
    calls.enterWith(counts ? { name, role: null } : null)
  })
  const executor = database.db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = (use, options) => {
    const call = calls.getStore() ?? null
    return provide((connection) => use(listening(connection, call, written)), options)
  }
  return written
}

function listening(connection: DatabaseConnection, call: Call | null, written: Asked[]): DatabaseConnection {
  return new Proxy(connection, {
    get(target, property) {
      if (property !== 'executeQuery') {
        const value: unknown = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return async (query: CompiledQuery) => {
        if (unasked.test(query.sql)) return target.executeQuery(query)
        const known = call?.role === 'staff' || call?.role === 'owner'
        const asked = await target.executeQuery<{ as: string }>(CompiledQuery.raw('select current_user as "as"'))
        written.push({ sql: query.sql, as: asked.rows[0]?.as ?? '', call: known ? call.name : null })
        const answer = await target.executeQuery<{ role?: string }>(query)
        if (call && query.sql.includes('from "session" inner join "account"')) call.role = answer.rows[0]?.role ?? null
        return answer
      }
    },
  })
}

/** The calls of these that staff or owners may make and that ask the database for anything, in order. */
export const tenantCalls = (names: readonly CallName[]): CallName[] =>
  [...new Set(names)]
    .filter((name) => {
      const { by, roles }: Policy = policies[name]
      // who somebody is was found out before
      return (
        (by === 'account' || by === 'either') && (roles ?? ['staff']).some((role) => role !== 'superadmin') && name !== 'GET /api/auth/me'
      )
    })
    .sort()

/** The calls of staff and owners that asked as the tenant, in order. */
export const callsBehindWall = (asked: readonly Asked[]): string[] =>
  [...new Set(asked.flatMap(({ as, call }) => (call !== null && as === TENANT_ROLE ? [call] : [])))].sort()

/** What is done for a call of staff or an owner around its story: whose malls these are, when the session was used, what was reached for. */
const around = [
  /^select "id" from "mall" where "owner_account_id" = \S+ and "archived_at" is null/,
  /^select "shop"."id", "shop"."mall_id" from "shop_staff" inner join "shop" .* where "shop_staff"."account_id" = \S+ and/,
  /^update "session" set "last_seen_at"/,
  /^update "account" set "last_seen_at"/,
  /^insert into "audit"/,
]

/** What stories of staff and owners asked beside the wall. */
export const askedBesideWall = (asked: readonly Asked[]): string[] =>
  asked.flatMap(({ sql, as, call }) =>
    call === null || as === TENANT_ROLE || around.some((known) => known.test(sql)) ? [] : [`${call}: ${sql}`],
  )
