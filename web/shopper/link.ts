import { useEffect, useEffectEvent, useRef } from 'react'
import type { Digest } from '#contract/queue/waiting.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { readAgain } from '#web/live/reconnection.ts'
import type { Live } from '#web/live/socket.ts'
import type { World } from './journey.ts'
import { type LinkEvent, linkAfter, newLink } from './link-state.ts'

/** How many can still book each of these slots. */
export type PlacesLeft = readonly { id: string; left: number }[]

export interface Heard {
  digest: (digest: Digest) => void
  pass: (pass: PassWire) => void
  /** The display or the shop's settings changed, or may have changed. Read them again within this number of ms. */
  shopChanged: (withinMs: number) => void
  places: (left: PlacesLeft) => void
  /** Called while the socket is away; rejects if the server cannot be reached. */
  standIn: () => Promise<void>
  /** False: the screen may be out of date from now on. */
  connected: (yes: boolean) => void
}

/**
 * Loads the socket after the first paint, and watches the shop and the shopper's own ticket. Returns a function that renews the socket
 * after the shopper's cookie was set.
 */
export function useLink(world: Pick<World, 'shopId' | 'pass'>, heard: Heard): () => void {
  const live = useRef<Promise<Live> | null>(null)
  const { shopId } = world
  const ticketId = world.pass?.id ?? null
  const onDigest = useEffectEvent(heard.digest)
  const onPass = useEffectEvent(heard.pass)
  const onShop = useEffectEvent(heard.shopChanged)
  const onPlaces = useEffectEvent(heard.places)
  const onConnected = useEffectEvent(heard.connected)
  const standIn = useEffectEvent(heard.standIn)

  useEffect(() => {
    if (shopId === null) return
    let over = false
    let stop = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    let link = newLink

    const on = (event: LinkEvent) => {
      const { link: next, orders } = linkAfter(link, event)
      link = next
      if (orders.cancel) clearTimeout(timer)
      if (orders.connected !== undefined) onConnected(orders.connected)
      if (orders.readShopWithin !== undefined) onShop(orders.readShopWithin)
      if (orders.askIn === 0) ask()
      else if (orders.askIn !== undefined) timer = setTimeout(ask, orders.askIn)
    }
    const ask = async () => {
      const event = await standIn().then(
        () => 'answered' as const,
        () => 'unanswered' as const,
      )
      if (!over) on(event)
    }
    const lost = () => on('phone offline')
    const regained = () => on('phone online')
    window.addEventListener('offline', lost)
    window.addEventListener('online', regained)

    const begin = (open: Live, request: { shopId: string; ticketId?: string }) => {
      on('watched')
      stop = open.watch(request, {
        snapshot: ({ digest, pass }) => {
          if (digest) onDigest(digest)
          if (pass) onPass(pass)
        },
        digest: onDigest,
        // The server also sends the news of a ticket that was watched earlier on this connection.
        pass: (pass) => pass.id === request.ticketId && onPass(pass),
        display: () => onShop(readAgain.afterChange),
        places: ({ left }) => onPlaces(left),
        refused: () => {
          // The ticket is no longer this shopper's, or the cookie has expired. The public queue stays live.
          stop()
          if (!over && request.ticketId !== undefined) begin(open, { shopId: request.shopId })
        },
        state: (state) => {
          if (state !== 'connecting') on(state === 'live' ? 'socket live' : 'socket away')
        },
      })
    }

    const afterPaint = whenIdle(() => {
      live.current ??= import('#web/live/socket.ts').then((module) => module.openLive())
      live.current.then(
        (open) => {
          if (!over) begin(open, ticketId === null ? { shopId } : { shopId, ticketId })
        },
        () => {
          // The socket's code did not arrive. Plain calls replace the socket, and the next watch tries to load it again.
          live.current = null
          on('no socket')
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

  // A page that the browser restores from its memory (Back, a sleeping phone) shows the state of its last read.
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

/** Runs the task after the first paint and the hydration. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(task, { timeout: 2000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(task, 300)
  return () => clearTimeout(timer)
}
