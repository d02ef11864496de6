import { AsyncLocalStorage } from 'node:async_hooks'

/** Channel names go into SQL without quotes: lower-case letters and underscores only. */
export function channelName(channel: string): string {
  if (!/^[a-z_]{1,60}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}

/**
 * A bell for a listener: several rings at one moment call it once, in a separate turn of the event loop and in the context that made the
 * bell. Otherwise the listener could run inside the notifier's transaction. It gets what the last ring said, or nothing if one of them said
 * nothing: that one may be of a gap in listening.
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
