import { cpSync } from 'node:fs'
import { migratedFolder } from '#tests/support/server/migrated-folder.ts'

/**
 * Starts the product in this process, as `server/main.ts` does, on a copy of a migrated database. A first start, which has tests of its own,
 * would take ten seconds for each server of the journeys, one after the other.
 */
const { DATA_DIR } = process.env
if (DATA_DIR === undefined) throw new Error('DATA_DIR must be set.')
cpSync(await migratedFolder(), DATA_DIR, { recursive: true })
await import('#server/main.ts')
