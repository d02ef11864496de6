import { readCountdown } from '../../../contract/queue.wire.ts'
import { noteServerTime } from '../../live/server-clock.ts'
import { call } from '../../session/account-call.ts'

/** A running countdown as screens show it. */
export interface Running {
  /** Epoch ms by the server's clock. */
  startTime: number
  /** Seconds. */
  duration: number
  /** The called token number. */
  number: number
  counter: string | null
}

/** The countdowns that run at a shop, the last started first; at one counter, where it is named. */
export function readRunning(shopId: string, counter: string | null, signal?: AbortSignal): Promise<Running[]> {
  return call('GET', '/api/get-countdown', {
    query: { shopId, counter },
    ...(signal && { signal }),
    decode: (wire) => {
      const answer = readCountdown.answer.parse(wire)
      noteServerTime(answer.serverTime)
      return answer.countdowns.map(({ token, ...rest }) => ({ ...rest, number: token }))
    },
  })
}
