import { readFileSync } from 'node:fs'

/** Memory that a process has in RAM, in MB (10^6 bytes); 0 if it has ended. Needs Linux. */
export function residentOf(pid: number): number {
  try {
    return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}
