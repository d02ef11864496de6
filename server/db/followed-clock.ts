import { type Clock, every } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'

const COMPARE_MS = 10_000
/** Differences up to this many ms are measuring errors. Correcting them would make the clock jump to and fro, which is worse. */
const TOLERANCE_MS = 100
/** A comparison that took longer than this (ms) is not used: the answer may be as old as this. */
const LONGEST_MS = 2_000
/** Comparisons at the start, until one can be used. */
const FIRST_TRIES = 5
/** The log names a difference above this many ms: time synchronization on this machine does not work. */
const TOLD_MS = 2_000

export interface FollowedClock {
  clock: Clock
  /** How far the machine's clock is ahead of the database's, in ms; negative if it is behind. */
  aheadMs(): number
  stop(): Promise<void>
}

/**
 * Makes a clock that follows the database's, so that all nodes end countdowns, holds and leases at the same time. While the database does
 * not answer, the last difference counts.
 */
export async function followTime(machine: Clock, time: () => Promise<Date>, log: Pick<Log, 'warn' | 'info'>): Promise<FollowedClock> {
  let aheadMs = 0
  let told = false
  /** Returns true if the comparison could be used. */
  const compare = async (): Promise<boolean> => {
    const started = performance.now()
    const database = (await time()).getTime()
    const took = performance.now() - started
    if (took > LONGEST_MS) return false
    // Assume that the database read its clock in the middle of the round trip.
    const measured = machine.now().getTime() - took / 2 - database
    if (Math.abs(measured - aheadMs) > TOLERANCE_MS + took / 2) aheadMs = measured
    const isFar = Math.abs(aheadMs) > TOLD_MS
    if (isFar && !told) log.warn({ aheadMs: Math.round(aheadMs) }, "this machine's clock is wrong: the node follows the database's clock")
    if (told && !isFar) log.info({ aheadMs: Math.round(aheadMs) }, "this machine's clock is right again")
    told = isFar
    return true
  }
  for (let tries = 1; !(await compare()) && tries < FIRST_TRIES; tries += 1);
  const stop = every(COMPARE_MS, compare, (error) => log.warn({ err: error }, "could not compare with the database's clock, trying again"))
  return { clock: { now: () => new Date(machine.now().getTime() - aheadMs) }, aheadMs: () => aheadMs, stop }
}
