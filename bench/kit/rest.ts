import { setTimeout as pause } from 'node:timers/promises'
import { middle } from './middle.ts'

/** What common work costs on this machine, in µs of CPU time. */
export interface MachineCosts {
  /** A wake by a timer after 200 ms of rest, with nothing to do. */
  wake: number
  /** A touch of a 4 kB page that has rested for 200 ms. */
  restedPage: number
  /** A second touch of the page right after the first. */
  warmPage: number
}

const PAGE = 4096
const PAGES = 1024
const TIMES = 15

/**
 * Measures what rest costs on this machine. On a dedicated machine a page at rest costs a cache miss. A hypervisor can take page tables
 * away from a guest at rest; then the page costs a trip into the hypervisor. A process that wakes rarely, with memory spread over ten
 * thousand phones, pays that for most pages.
 */
export async function machineCosts(): Promise<MachineCosts> {
  const memory = Buffer.alloc(PAGES * PAGE, 1)
  const wakes: number[] = []
  const rested: number[] = []
  const warm: number[] = []
  for (let i = 0; i < TIMES; i += 1) {
    wakes.push(await costOf(() => pause(200)))
    rested.push((await costOf(() => touch(memory))) / PAGES)
    // The code that touches the memory has rested too.
    touch(memory)
    warm.push((await costOf(() => touch(memory))) / PAGES)
  }
  return { wake: middle(wakes), restedPage: middle(rested), warmPage: middle(warm) }
}

export const costsLine = ({ wake, restedPage, warmPage }: MachineCosts): string =>
  `rest on this machine: ${(wake / 1000).toFixed(2)} ms of CPU for an idle wake; ${restedPage.toFixed(2)} µs to touch a page of memory after 200 ms, ${warmPage.toFixed(2)} µs right after that`

function touch(memory: Buffer): void {
  for (let at = 0; at < memory.length; at += PAGE) memory[at] = 1
}

async function costOf(doing: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await doing()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
