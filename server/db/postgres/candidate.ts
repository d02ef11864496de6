import type pg from 'pg'
import { isAway } from '#server/db/errors.ts'
import { every } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'
import { openSession, type Session } from './session.ts'

/** A hand-over takes this time and the moment until PostgreSQL notices a dead process. */
const TRY_MS = 500

/** `Database.seekLock` with an advisory lock on one open connection. */
export async function takeLockWhenFree(
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
    // By now the connection may be gone, and the lock with it.
    if (!rows[0]?.ours || session !== asked) return
    ours = true
    // The holder is told when the lock is lost, so it need not poll.
    void stopTrying()
    held(true)
  }
  // While the database is away no process has the lock, and the loss is logged.
  const failed = (error: unknown) => {
    if (!isAway(error)) log.warn({ err: error, lock: name }, 'taking a lock failed, trying again')
  }
  await tryOnce().catch(failed)
  if (!ours) keepTrying()
  return async () => {
    ours = false
    await stopTrying()
    await session?.end()
  }
}
