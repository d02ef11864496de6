import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#server/kit/log.ts'

export interface SharedCounts {
  /** Adds `by` (0 only reads). `ttl` says in how many milliseconds the window ends. Null if Redis does not answer. */
  count(key: string, windowMs: number, by: 0 | 1): Promise<{ current: number; ttl: number } | null>
  close(): void
}

/** A request waits `PATIENCE_MS` for Redis. After a failure no request asks Redis for `REST_MS`: counting must not delay requests. */
const PATIENCE_MS = 200
const REST_MS = 5000

/** One script, so that no count can be left without an expiry. */
const COUNT = `if ARGV[2] == '0' then return { tonumber(redis.call('GET', KEYS[1]) or '0'), math.max(redis.call('PTTL', KEYS[1]), 0) } end
local current = redis.call('INCR', KEYS[1])
if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { current, redis.call('PTTL', KEYS[1]) }`

/** Redis may be away, now or later; the client connects as soon as it is back. */
export async function openSharedCounts(url: string, log: Pick<Log, 'warn' | 'info'>): Promise<SharedCounts> {
  // Most servers have no Redis and need no memory for its client.
  const { createClient } = await import('redis')
  // Without the queue, a command fails at once while Redis is away.
  const client = createClient({ url, disableOfflineQueue: true })
  let resting = false
  let told = false
  client.on('ready', () => {
    if (told) log.info('Redis is back: all nodes share their rate limits again')
    told = false
  })
  client.on('error', (error) => {
    if (!told) log.warn({ err: error }, 'Redis is not reachable: each node counts its own rate limits')
    told = true
  })
  // The client reconnects until it is closed, so this rejects only then.
  client.connect().catch(() => {})

  const rest = () => {
    resting = true
    setTimeout(() => {
      resting = false
    }, REST_MS).unref()
    return null
  }
  return {
    async count(key, windowMs, by) {
      if (!client.isReady || resting) return null
      const asked = client.eval(COUNT, { keys: [key], arguments: [String(windowMs), String(by)] }) as Promise<[number, number]>
      const answer = await Promise.race([asked, pause(PATIENCE_MS, null, { ref: false })]).catch(() => null)
      return answer ? { current: answer[0], ttl: answer[1] } : rest()
    },
    close: () => client.destroy(),
  }
}
