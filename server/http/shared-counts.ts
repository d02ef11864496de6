import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'redis'
import type { Log } from '../kit/log.ts'

/** Counts that all nodes share. */
export interface SharedCounts {
  /** Counts one more under `key`: how many of this window there are now, and in how many milliseconds it ends. Null while Redis does not answer. */
  count(key: string, windowMs: number): Promise<{ current: number; ttl: number } | null>
  close(): void
}

/** A request waits this long for Redis, and then this long nobody asks it again: what counts must not hold up what is counted. */
const PATIENCE_MS = 200
const REST_MS = 5000

/** One script, so that no count can be left without its end. */
const COUNT = `local current = redis.call('INCR', KEYS[1])
if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { current, redis.call('PTTL', KEYS[1]) }`

/** Opens the counts in the Redis at `url`. It may be away, now or later; it is connected to as soon as it is there. */
export function openSharedCounts(url: string, log: Pick<Log, 'warn' | 'info'>): SharedCounts {
  // Without the queue a command fails at once while Redis is away, instead of waiting for its return.
  const client = createClient({ url, disableOfflineQueue: true })
  let resting = false
  let told = false
  client.on('ready', () => {
    if (told) log.info('Redis is back: limits count on all nodes together')
    told = false
  })
  client.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Redis is away: limits count on each node by itself')
    told = true
  })
  // Only the closing of the client ends its tries; there is nothing to do about that.
  client.connect().catch(() => {})

  const rest = () => {
    resting = true
    setTimeout(() => {
      resting = false
    }, REST_MS).unref()
    return null
  }
  return {
    async count(key, windowMs) {
      if (!client.isReady || resting) return null
      const asked = client.eval(COUNT, { keys: [key], arguments: [String(windowMs)] }) as Promise<[number, number]>
      const answer = await Promise.race([asked, pause(PATIENCE_MS, null, { ref: false })]).catch(() => null)
      return answer ? { current: answer[0], ttl: answer[1] } : rest()
    },
    close: () => client.destroy(),
  }
}
