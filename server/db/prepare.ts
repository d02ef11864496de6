import type { Clock } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'
import { type FollowedClock, followTime } from './followed-clock.ts'
import { migrate } from './migrate.ts'
import { holdMode, type Mode } from './mode.ts'
import type { Database } from './open.ts'
import { checkWall } from './wall.ts'

/**
 * Migrates a database, checks its wall, and records the mode at the first start. Returns the clock that follows the database's; `clock` is
 * the machine's. Throws `SchemaSurprise`, `NoWall` or `OtherMode`.
 */
export async function prepareDatabase(
  database: Database,
  { mode, clock, log }: { mode: Mode; clock: Clock; log: Log },
): Promise<FollowedClock> {
  await migrate(database, { waits: () => log.info('the schema needs an update: waiting for a backup or another node') })
  await checkWall(database.db)
  const time = await followTime(clock, () => database.time(), log)
  await holdMode(database.db, mode, time.clock.now())
  return time
}
