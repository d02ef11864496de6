import { AsyncLocalStorage } from 'node:async_hooks'

/** Channel names go into SQL without quotes: lower-case letters and underscores only. */
export function channelName(channel: string): string {
  if (!/^[a-z_]{1,60}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return channel
}

/**
 * A bell for a listener: several rings at one moment call it once, in a separate turn of the event loop and in the context that made the
 * bell. Otherwise the listener could run inside the notifier's transaction.
 */
export function bell(heard: () => void): { ring: () => void; silence: () => void } {
  const outside = AsyncLocalStorage.snapshot()
  let ringing = false
  let silenced = false
  return {
    ring: () => {
      if (ringing || silenced) return
      ringing = true
      setImmediate(() => {
        ringing = false
        if (!silenced) outside(heard)
      })
    },
    silence: () => {
      silenced = true
    },
  }
}
