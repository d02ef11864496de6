import { AsyncLocalStorage } from 'node:async_hooks'

/** Channel names go into SQL without quotes. */
export function channelName(channel: string): string {
  if (!/^[a-z_]{1,60}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}

/**
 * Several rings at one moment call the listener once, in a separate turn of the event loop. It runs in the context that made the bell: in
 * that of the ring it could be inside the notifier's transaction. It gets what the last ring said, or nothing if one of them said nothing:
 * that one may be of a gap in listening.
 */
export function bell(heard: (said?: string) => void): { ring: (said?: string) => void; silence: () => void } {
  const outside = AsyncLocalStorage.snapshot()
  let ringing = false
  let silenced = false
  let last: string | undefined
  return {
    ring: (said) => {
      last = ringing && last === undefined ? undefined : said || undefined
      if (ringing || silenced) return
      ringing = true
      setImmediate(() => {
        ringing = false
        if (!silenced) outside(heard, last)
      })
    },
    silence: () => {
      silenced = true
    },
  }
}
