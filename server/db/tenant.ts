import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Whose rows a story may see: those of these malls, and those of this account. */
export interface Tenant {
  accountId: string
  mallIds: readonly string[]
}

/** The role that row-level security restricts; see the migration `0002-tenant-wall`. */
export const TENANT_ROLE = 'rc_tenant'

/** Lasts until the end of the transaction. It is one statement, because each one costs a round trip. */
export const becomeTenant = (tx: Transaction<Tables>, { accountId, mallIds }: Tenant) =>
  sql`select set_config('role', ${TENANT_ROLE}, true), set_config('rc.account', ${accountId}, true),
    set_config('rc.malls', ${mallIds.join()}, true)`.execute(tx)
