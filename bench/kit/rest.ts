import { setTimeout as pause } from 'node:timers/promises'
import { middle } from './middle.ts'

/** What this machine takes for what every process does; CPU time, in µs. */
export interface MachineCosts {
  /** To be woken by a timer after 200 ms of rest, and to do nothing. */
  wake: number
  /** To touch a page of 4 kB that has rested for 200 ms. */
  restedPage: number
  /** To touch it once more at once. */
  warmPage: number
}

const PAGE = 4096
const PAGES = 1024
const TIMES = 15

/**
 * Measures what rest costs on this machine. On a machine of one's own a rested page costs a miss of the cache; where a hypervisor takes
 * page tables away from a guest that rests it costs a trip into it, and a process that wakes rarely, with memory spread over ten thousand
 * phones, pays that for most of what it touches.
 */
export async function machineCosts(): Promise<MachineCosts> {
  const memory = Buffer.alloc(PAGES * PAGE, 1)
  const wakes: number[] = []
  const rested: number[] = []
  const warm: number[] = []
  for (let i = 0; i < TIMES; i += 1) {
    wakes.push(await costOf(() => pause(200)))
    rested.push((await costOf(() => touch(memory))) / PAGES)
    // The code that touches has rested, too.
    touch(memory)
    warm.push((await costOf(() => touch(memory))) / PAGES)
  }
  return { wake: middle(wakes), restedPage: middle(rested), warmPage: middle(warm) }
}

/** The costs in one line. */
export const costsLine = ({ wake, restedPage, warmPage }: MachineCosts): string =>
  `rest on this machine: ${(wake / 1000).toFixed(2)} ms of CPU for an idle wake; ${restedPage.toFixed(2)} µs to touch a page of memory after 200 ms, ${warmPage.toFixed(2)} µs at once again`

function touch(memory: Buffer): void {
  for (let at = 0; at < memory.length; at += PAGE) memory[at] = 1
}

async function costOf(doing: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await doing()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
