import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { type CallName, callsByName } from '#contract/calls.ts'
import { me } from '#contract/sign-in/calls.ts'
import { TENANT_ROLE } from '#server/db/tenant.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/** A statement of the product. `as` is the role as which the database ran it; `call` is the call of staff or an owner that it was for. */
export interface Asked {
  sql: string
  as: string
  call: CallName | null
}

interface Call {
  name: CallName
  /** Known after the lookup of the session. */
  role: string | null
}

const patterns = (Object.keys(callsByName) as CallName[]).map((name) => ({
  name,
  pattern: new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`),
}))

/** A literal path wins over a path with an id. */
function nameOf(method: string, url: string): CallName | null {
  const fits = patterns.filter(({ pattern }) => pattern.test(`${method} ${url.split('?')[0]}`)).map(({ name }) => name)
  return fits.find((name) => !name.includes(':')) ?? fits[0] ?? null
}

const unasked = /^(?:begin|commit|rollback|start transaction)|set_config\('role'/

/**
 * Records every statement from now on; the database is asked for its role each time. For open calls, and for calls with a shopper's cookie,
 * `call` is null.
 */
export function writeDownWhatIsAsked({ database, running }: TestApp): Asked[] {
  const written: Asked[] = []
  const calls = new AsyncLocalStorage<Call | null>()
  running.app.server.prependListener('request', ({ method = '', url = '', headers }) => {
    const name = nameOf(method, url)
    const counts = name !== null && callsByName[name].by !== 'none' && headers.cookie === undefined
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

/** Those of these calls that staff or owners may make and that send statements to the database, sorted. */
export const tenantCalls = (names: readonly CallName[]): CallName[] =>
  [...new Set(names)]
    .filter((name) => {
      const { by, roles, own } = callsByName[name]
      // These calls belong to an account, not to a mall.
      if (own) return false
      // The lookup of the session has already found what this call returns.
      return (by === 'account' || by === 'either') && (roles ?? ['staff']).some((role) => role !== 'superadmin') && name !== me.name
    })
    .sort()

/** The calls of staff and owners that sent statements as the tenant, sorted. */
export const callsBehindWall = (asked: readonly Asked[]): string[] =>
  [...new Set(asked.flatMap(({ as, call }) => (call !== null && as === TENANT_ROLE ? [call] : [])))].sort()

/** Statements around the story of a call of staff or an owner: which malls are theirs, when the session was used, and refused reaches. */
const around = [
  /^select "id" from "mall" where "owner_account_id" = \S+ and "archived_at" is null/,
  /^select "place"."shop_id", "place"."mall_id" from staff_place as "place" where "place"."account_id" = \S+ order by/,
  /^update "session" set "last_seen_at"/,
  /^update "account" set "last_seen_at"/,
  /^insert into "audit"/,
  /^select "id" from "audit" where "action" = \S+ and "actor_account_id" = \S+ and "at" >= /,
]

/** The statements that stories of staff and owners sent outside the wall. */
export const askedBesideWall = (asked: readonly Asked[]): string[] =>
  asked.flatMap(({ sql, as, call }) =>
    call === null || callsByName[call].own || as === TENANT_ROLE || around.some((known) => known.test(sql)) ? [] : [`${call}: ${sql}`],
  )
