import type { Clock } from '#server/kit/clock.ts'
import { limitPerMinute } from '#server/kit/rate-window.ts'
import type { LiveSocket } from './live.ts'

/** Requests per minute of a person, over all their sockets: a desk with several windows asks a few times after a reconnect. */
const PER_PERSON = 300
/** Requests per minute of an anonymous socket: a phone that only watches asks once, and again after a reconnect. */
const PER_SOCKET = 60
/** All anonymous sockets of an address together: one for each socket that may begin within the minute, plus this for each open one. */
const PER_OPEN_SOCKET = 20

/** How often sockets may send `watch` requests in a minute. */
export interface WatchBudget {
  /** Counts an open socket of this address. Call the returned function when it closes. */
  enter(address: string): () => void
  /** True if this socket may ask once more now. */
  allows(socket: LiveSocket): boolean
}

/**
 * Signed-in and verified callers count as persons, so strangers behind the same address cannot use up the budget of a desk. Others count by
 * socket and by address, so that a caller cannot get a larger budget with many sockets. The guests of a mall share one address, so its
 * budget grows with its open sockets.
 */
export function watchBudget(clock: Clock, socketsPerAddress: number): WatchBudget {
  const open = new Map<string, number>()
  const ofPerson = limitPerMinute(clock, () => PER_PERSON)
  const ofSocket = limitPerMinute(clock, () => PER_SOCKET)
  const ofAddress = limitPerMinute(clock, (address) => socketsPerAddress + PER_OPEN_SOCKET * (open.get(address) ?? 0))
  return {
    enter(address) {
      open.set(address, (open.get(address) ?? 0) + 1)
      return () => {
        const left = (open.get(address) ?? 0) - 1
        if (left > 0) open.set(address, left)
        else open.delete(address)
      }
    },
    allows({ id, data: { caller, address } }) {
      if (caller.account) return ofPerson(`session ${caller.account.sessionId}`)
      if (caller.shopper) return ofPerson(`mobile ${caller.shopper.mobile}`)
      return ofSocket(id) && ofAddress(address)
    },
  }
}
