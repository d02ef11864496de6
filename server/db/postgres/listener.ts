import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { bell, channelName } from '#server/db/channel.ts'
import type { Log } from '#server/kit/log.ts'
import { openSession, type Session } from './session.ts'

/**
 * One connection listens to all channels. If it is lost or cannot be opened, it tries again (waits of 0.2 to 5 s, jittered). Then it calls
 * every listener, because PostgreSQL does not repeat the notifications of the gap.
 */
export function openListener(connection: pg.ClientConfig, log: Pick<Log, 'warn'>) {
  const channels = new Map<string, Set<(said?: string) => void>>()
  let session: Promise<Session> | null = null
  let closed = false

  const connect = async (): Promise<Session> => {
    const opened = await openSession(connection, (error) => {
      session = null
      log.warn({ err: error }, 'the listening database connection was lost')
      void reconnect()
    })
    opened.client.on('notification', ({ channel, payload }) => {
      for (const ring of channels.get(channel) ?? []) ring(payload)
    })
    try {
      for (const channel of channels.keys()) await opened.client.query(`listen ${channel}`)
    } catch (error) {
      await opened.end()
      throw error
    }
    return opened
  }

  const connected = (): Promise<Session> => {
    session ??= connect().catch((error: unknown) => {
      session = null
      throw error
    })
    return session
  }

  let reconnecting = false
  const reconnect = async (): Promise<void> => {
    if (reconnecting) return
    reconnecting = true
    await keepTrying().finally(() => {
      reconnecting = false
    })
  }
  const keepTrying = async (): Promise<void> => {
    for (let wait = 200; !closed && channels.size > 0; wait = Math.min(wait * 2, 5_000)) {
      await pause(wait * (0.5 + Math.random() / 2))
      if (closed) return
      try {
        await connected()
      } catch {
        continue
      }
      for (const rings of channels.values()) for (const ring of rings) ring()
      return
    }
  }

  /** Tries again in the background. A connection that does not listen to all channels is closed. */
  const tryAgain = async (incomplete: Session | null): Promise<void> => {
    if (incomplete && (await session?.catch(() => null)) === incomplete) {
      session = null
      await incomplete.end()
    }
    await reconnect()
  }

  return {
    listen: async (channel: string, heard: (said?: string) => void): Promise<() => Promise<void>> => {
      const { ring, silence } = bell(heard)
      const rings = channels.get(channelName(channel)) ?? new Set()
      channels.set(channel, rings.add(ring))
      const forget = () => {
        silence()
        rings.delete(ring)
        if (rings.size === 0) channels.delete(channel)
      }
      let opened: Session | null = null
      try {
        opened = await connected()
        await opened.client.query(`listen ${channel}`)
      } catch (error) {
        log.warn({ err: error }, 'cannot listen to the database yet, trying again')
        void tryAgain(opened)
      }
      return async () => {
        forget()
        // A connection that is lost at this moment does not need to stop listening.
        const open = channels.has(channel) ? null : await session?.catch(() => null)
        await open?.client.query(`unlisten ${channel}`).catch(() => {})
      }
    },
    close: async (): Promise<void> => {
      closed = true
      await (await session?.catch(() => null))?.end()
    },
  }
}
