import { sql } from 'kysely'
import { type Db, type Reader, type Tx, transaction } from './transaction.ts'

export type Mode = 'demo' | 'production'

/** A start or a restore in a mode that the database does not belong to. */
export class OtherMode extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OtherMode'
  }
}

const refusals: Readonly<Record<Mode, string>> = {
  production:
    'This database belongs to a demo: the passwords of its accounts are published. Production does not start on it. Use another database (DATABASE_URL), or turn this one into a production database with: npm run leave-demo (docs/operating.md, "From demo to production").',
  demo: 'This is a production database. Demo mode does not start on it: it would add accounts with a published password and show passcodes on the screen. Set NODE_ENV=production, or use another database (DATABASE_URL, DATA_DIR).',
}

/** Needs a migrated database. Returns null if no server ever started on it. */
export async function modeOf(db: Reader): Promise<Mode | null> {
  const row = await db.selectFrom('installation').select('mode').executeTakeFirst()
  return row?.mode ?? null
}

/** Records the mode at the first start. Throws `OtherMode` if the database has the other mode. */
export async function holdMode(db: Db, mode: Mode, now: Date): Promise<void> {
  const held = await transaction(db, async (tx) => {
    await tx
      .insertInto('installation')
      .values({ mode, since: now })
      .onConflict((oc) => oc.doNothing())
      .execute()
    return modeOf(tx)
  })
  if (held !== mode) throw new OtherMode(refusals[mode])
}

export async function becomeProduction(tx: Tx, now: Date): Promise<void> {
  const mode = 'production' as const
  await tx
    .insertInto('installation')
    .values({ mode, since: now })
    .onConflict((oc) => oc.column('onlyOne').doUpdateSet({ mode, since: now }))
    .execute()
}

/** Null if the database is empty or not ours, or if no server ever started on it. */
export async function modeIfOurs(tx: Pick<Tx, 'selectFrom' | 'getExecutor'>): Promise<Mode | null> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('installation') is not null as has`.execute(tx)
  return rows[0]?.has ? modeOf(tx) : null
}
