import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** One row that a forgotten database session kept locked. Times are epoch ms. */
export interface Hold {
  shopId: string
  row: string
  from: number
  to: number
}

/** Every short lock timeout of the product ends in this time, with time left to see that other shops go on. */
const HOLD_MS = 5000
/** How long a request in flight may wait when the row is locked: one lock timeout, and one retry without the held row. */
export const PATIENCE_MS = 2500

/** A shop's captures, calls and messages must lock these rows. Each query finds one. */
const rows: Readonly<Record<string, string>> = {
  'a ticket': "select id from ticket where shop_id = $1 and state in ('waiting', 'called') order by created_at limit 1 for update",
  'an open order': "select id from payment where shop_id = $1 and state = 'created' order by created_at desc limit 1 for update",
  'the counter of token numbers': 'select shop_id from day_counter where shop_id = $1 order by service_day desc limit 1 for update',
  'the counter of receipts': 'select shop_id from receipt_series where shop_id = $1 limit 1 for update',
}

/** Holds one row as a forgotten database session does; `turn` goes through the kinds of row. Returns null if none was found. */
export async function holdRow(url: string, shopId: string, turn: number): Promise<Hold | null> {
  const kinds = Object.entries(rows)
  const [row, query] = kinds[turn % kinds.length] ?? ['', '']
  const client = new pg.Client({ connectionString: url, application_name: 'forgotten session' })
  // Another nemesis may crash the database in the meantime.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin')
    const found = await client.query(query, [shopId])
    if (found.rowCount === 0) return null
    const from = Date.now()
    await pause(HOLD_MS)
    return { shopId, row, from, to: Date.now() }
  } finally {
    await client.end().catch(() => undefined)
  }
}
