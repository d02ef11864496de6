import type pg from 'pg'
import { every } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { isConnectionLost } from './errors.ts'
import { openSession, type Session } from './postgres-session.ts'

/** How often a candidate tries for the lock: with the moment in which PostgreSQL notices a dead process, the time of a hand-over. */
const TRY_MS = 500

/**
 * Tries for an advisory lock on one kept connection until it is ours, and again after that connection was lost. `held` hears of both.
 * Resolves after the first try to the way to give up.
 */
export async function standForLock(
  connection: pg.ClientConfig,
  log: Pick<Log, 'warn'>,
  name: string,
  held: (ours: boolean) => void,
): Promise<() => Promise<void>> {
  let session: Session | null = null
  let ours = false
  let stopTrying = async () => {}
  const keepTrying = () => {
    stopTrying = every(TRY_MS, tryOnce, failed)
  }
  const lost = (error: Error) => {
    session = null
    log.warn({ err: error, lock: name }, 'the database connection for a lock was lost')
    if (!ours) return
    ours = false
    held(false)
    keepTrying()
  }
  const tryOnce = async () => {
    if (ours) return
    session ??= await openSession(connection, lost)
    const asked = session
    const { rows } = await asked.client.query<{ ours: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as ours', [
      `red-carpet:${name}`,
    ])
    // The answer may be the last word of a connection that is gone by now, and the lock with it.
    if (!rows[0]?.ours || session !== asked) return
    ours = true
    // Who has it is told when it is lost, and need not be woken to ask.
    void stopTrying()
    held(true)
  }
  // While the database is away nobody has the lock, and the loss has been told already.
  const failed = (error: unknown) => {
    if (!isConnectionLost(error)) log.warn({ err: error, lock: name }, 'trying for a lock failed, trying again')
  }
  await tryOnce().catch(failed)
  if (!ours) keepTrying()
  return async () => {
    ours = false
    await stopTrying()
    await session?.end()
  }
}
