import { addressKey } from '#server/kit/address-key.ts'
import type { Clock } from '#server/kit/clock.ts'
import { counts } from '#server/kit/limit.ts'
import { limitPerMinute } from '#server/kit/rate-window.ts'
import { limitsOfCalls } from '#server/limits-of-calls.ts'
import type { LiveSocket } from './live.ts'

const [person, socket] = [limitsOfCalls.watchesOfPerson.windows[0].most, limitsOfCalls.watchesOfSocket.windows[0].most]
/** All anonymous sockets of an address together: one for each socket that may begin within the minute, plus this for each open one. */
const PER_OPEN_SOCKET = 20

export interface SocketLimits {
  admits(address: string): boolean
  /** Counts an open socket until the returned function is called. */
  enter(address: string): () => void
  mayAsk(socket: LiveSocket): boolean
}

/**
 * At most `most` sockets of an address are open, and at most `most` begin within a minute. So if all are cut off at once, all may
 * reconnect. The guests of a mall share one address, so the number must fit a hall of phones.
 *
 * Signed-in and verified callers count as persons, so strangers behind the same address cannot use up the requests of a desk. Others count
 * by socket and by address, so that a caller cannot ask more often with many sockets.
 */
export function socketLimits(clock: Clock, most: number): SocketLimits {
  const open = counts()
  const begins = limitPerMinute(clock, () => most)
  const ofPerson = limitPerMinute(clock, () => person)
  const ofSocket = limitPerMinute(clock, () => socket)
  const ofAddress = limitPerMinute(clock, (address) => most + PER_OPEN_SOCKET * open.of(address))
  return {
    admits: (address) => open.of(addressKey(address)) < most && begins(addressKey(address)),
    enter: (address) => open.add(addressKey(address)),
    mayAsk({ id, data: { caller, address } }) {
      if (caller.account) return ofPerson(`session ${caller.account.sessionId}`)
      if (caller.shopper) return ofPerson(`mobile ${caller.shopper.mobile}`)
      return ofSocket(id) && ofAddress(address)
    },
  }
}
