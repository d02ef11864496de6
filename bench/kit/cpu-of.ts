import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'

/**
 * The CPU time of these processes so far, in ms, over all their threads. Linux's scheduler counts it in nanoseconds. A process that has
 * ended counts as 0.
 */
export const cpuOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + ofProcess(pid), 0)

function ofProcess(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return (
      threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / 1e6
    )
  } catch {
    return 0
  }
}

/** All processes of the PostgreSQL servers on this machine. */
export function postgresProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && nameOf(pid).startsWith('postgres'))
}

/** The processes that work for this database now. */
export async function backendsOf({ db }: Pick<Database, 'db'>): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`.execute(db)
  return rows.map(({ pid }) => pid)
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}
