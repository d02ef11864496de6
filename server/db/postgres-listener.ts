import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../kit/log.ts'
import { bell, channelName } from './channel.ts'
import { openSession, type Session } from './postgres-session.ts'

/**
 * Listens on one connection for all channels. A lost connection is opened again (waits of 0.2 to 5 s, jittered), and then every listener is
 * called: what was notified in the gap is not repeated by PostgreSQL.
 */
export function openListener(connection: pg.ClientConfig, log: Pick<Log, 'warn'>) {
  const channels = new Map<string, Set<() => void>>()
  let session: Promise<Session> | null = null
  let closed = false

  const connect = async (): Promise<Session> => {
    const opened = await openSession(connection, (error) => {
      session = null
      log.warn({ err: error }, 'the listening database connection was lost')
      void reconnect()
    })
    opened.client.on('notification', ({ channel }) => {
      for (const ring of channels.get(channel) ?? []) ring()
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

  return {
    listen: async (channel: string, heard: () => void): Promise<() => Promise<void>> => {
      const { ring, silence } = bell(heard)
      const rings = channels.get(channelName(channel)) ?? new Set()
      channels.set(channel, rings.add(ring))
      const forget = () => {
        silence()
        rings.delete(ring)
        if (rings.size === 0) channels.delete(channel)
      }
      try {
        const { client } = await connected()
        await client.query(`listen ${channel}`)
      } catch (error) {
        forget()
        throw error
      }
      return async () => {
        forget()
        if (channels.has(channel) || session === null) return
        const { client } = await session
        await client.query(`unlisten ${channel}`)
      }
    },
    close: async (): Promise<void> => {
      closed = true
      await (await session?.catch(() => null))?.end()
    },
  }
}
