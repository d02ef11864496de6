import { readdirSync, readFileSync } from 'node:fs'

/**
 * The CPU time that these processes have used so far, in ms, over all their threads. It is read from Linux's scheduler, which counts in
 * nanoseconds; a process that has ended counts as 0.
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

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}
