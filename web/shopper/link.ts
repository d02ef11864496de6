import { useEffect, useEffectEvent, useRef } from 'react'
import type { PassWire } from '../../contract/storefront.wire.ts'
import type { Digest } from '../../contract/waiting.ts'
import { readAgain } from '../live/reconnection.ts'
import type { Live } from '../live/socket.ts'
import type { World } from './journey.ts'

/** How long a broken connection may be silent before the screen says so, and how often plain calls stand in for it, in ms. */
const PATIENCE_MS = 3000
const STAND_IN_MS = 15_000

export interface Heard {
  digest: (digest: Digest) => void
  pass: (pass: PassWire) => void
  /** The display or the shop's settings changed, or may have; worth reading within so many ms. */
  shopChanged: (withinMs: number) => void
  /** Asked while the socket is away; rejects when there is no way through. */
  standIn: () => Promise<void>
  /** False: what is shown may be old from now on. */
  connected: (yes: boolean) => void
}

/**
 * Keeps the screens live: loads the socket after the first paint, watches the shop and the shopper's own ticket, and reads by plain
 * calls while the socket is away. Answers a function that renews the socket after the shopper's cookie was set.
 */
export function useLink(world: Pick<World, 'shopId' | 'pass'>, heard: Heard): () => void {
  const live = useRef<Promise<Live> | null>(null)
  const { shopId } = world
  const ticketId = world.pass?.id ?? null
  const onDigest = useEffectEvent(heard.digest)
  const onPass = useEffectEvent(heard.pass)
  const onShop = useEffectEvent(heard.shopChanged)
  const onConnected = useEffectEvent(heard.connected)
  const standIn = useEffectEvent(heard.standIn)

  useEffect(() => {
    if (shopId === null) return
    let over = false
    let stop = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined

    let isLive = false
    const ask = async () => {
      const heard = await standIn().then(
        () => true,
        () => false,
      )
      if (over) return
      onConnected(heard)
      if (!heard || !isLive) timer = setTimeout(ask, STAND_IN_MS)
    }
    const away = () => {
      isLive = false
      clearTimeout(timer)
      timer = setTimeout(ask, PATIENCE_MS)
    }
    const back = () => {
      isLive = true
      clearTimeout(timer)
      onConnected(true)
    }
    // The phone itself says that it lost the network: believed at once. A socket may outlive that, so "online" is proven by a call.
    const lost = () => {
      clearTimeout(timer)
      onConnected(false)
    }
    const regained = () => {
      clearTimeout(timer)
      ask()
    }
    window.addEventListener('offline', lost)
    window.addEventListener('online', regained)

    const begin = (open: Live, request: { shopId: string; ticketId?: string }) => {
      let wasAway = false
      stop = open.watch(request, {
        snapshot: ({ digest, pass }) => {
          if (digest) onDigest(digest)
          if (pass) onPass(pass)
        },
        digest: onDigest,
        pass: onPass,
        display: () => onShop(readAgain.afterChange),
        refused: () => {
          // Not this person's ticket any more, or the cookie has ended: the public queue stays live.
          stop()
          if (!over && request.ticketId !== undefined) begin(open, { shopId: request.shopId })
        },
        state: (state) => {
          if (state === 'away') {
            wasAway = true
            away()
          }
          if (state === 'live') {
            back()
            if (wasAway) onShop(readAgain.afterReturn)
            wasAway = false
          }
        },
      })
    }

    const afterPaint = whenIdle(() => {
      live.current ??= import('../live/socket.ts').then((module) => module.openLive())
      live.current.then(
        (open) => {
          if (!over) begin(open, ticketId === null ? { shopId } : { shopId, ticketId })
        },
        () => {
          // The socket's code did not arrive: plain calls stand in, and the next watch tries to load it again.
          live.current = null
          away()
        },
      )
    })
    return () => {
      over = true
      afterPaint()
      clearTimeout(timer)
      stop()
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', regained)
    }
  }, [shopId, ticketId])

  // A page that comes back out of the browser's memory (Back, a sleeping phone) is as old as its last look.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted)
        standIn().then(
          () => onConnected(true),
          () => onConnected(false),
        )
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  return () => {
    live.current?.then(
      (open) => open.renew(),
      () => undefined,
    )
  }
}

/** Runs when the first paint and the hydration are over; answers how to call it off. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(task, { timeout: 2000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(task, 300)
  return () => clearTimeout(timer)
}
