import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { shopperScreenOf } from '#contract/shopper-screens.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { readPass } from '#web/data/shopper/queue.ts'
import { readStorefront } from '#web/data/shopper/storefront.ts'
import { createClock } from '#web/live/clock.ts'
import { readAgain } from '#web/live/reconnection.ts'
import { rememberPass, rememberToken } from '#web/session/shopper.ts'
import type { Early } from './early.ts'
import { loadRefusals } from './failures.ts'
import {
  addressOf,
  changesDocument,
  firstWorld,
  hasEnded,
  newerDigest,
  newerPass,
  rightScreen,
  type Screen,
  slugOf,
  type World,
} from './journey.ts'
import { type Journey, JourneyContext, type Tell } from './journey-context.ts'
import type { Late } from './late-parts.ts'
import { type PlacesLeft, useLink, whenIdle } from './link.ts'
import { Alerts, type Said } from './parts/alerts.tsx'
import { Stage } from './parts/stage.tsx'
import { titleOf } from './titles.ts'

/** The screens that usually come next: their code is loaded before the shopper presses. */
const following: Partial<Record<Screen, Screen[]>> = {
  welcome: ['information', 'token'],
  information: ['payment', 'token', 'welcome'],
  payment: ['token', 'welcome'],
  token: ['welcome'],
}

export function App({ data, say, late, early }: { data: FirstData; say: Tell; late: Late; early?: Early }) {
  const [world, setWorld] = useState<World>(() => firstWorld(data))
  const [said, setSaid] = useState<Said[]>([])
  const [clock] = useState(() => createClock(() => data.serverTime))
  const [showingPlaces] = useState(() => new Set<(left: PlacesLeft) => void>())
  const current = useRef(world)
  const moved = useRef(false)

  // performance.timeOrigin + responseEnd would be some ms more exact. It is not needed: the page is made for this visit (no-store).
  useLayoutEffect(() => clock.learn(data.serverTime), [clock, data.serverTime])
  // `lift` is in a layout effect, so it runs within the hydration itself. `replay` runs after the effects of all screens below.
  useLayoutEffect(() => early?.lift(), [early])
  useEffect(() => early?.replay(), [early])

  // Through a reference, so that two answers at the same moment both count and no callback sees an old state.
  const change = useCallback((next: (world: World) => World) => {
    current.current = next(current.current)
    setWorld(current.current)
  }, [])

  const alert = useCallback((text: string, tone: Said['tone']) => {
    setSaid((list) => [...list.filter((one) => one.text !== text), { id: nextId(), text, tone }])
  }, [])

  const show = useCallback(
    (wanted: Screen, mode: 'push' | 'replace' | 'popped') => {
      const screen = rightScreen(wanted, current.current.pass)
      const address = addressOf(screen, current.current)
      if (changesDocument(current.current, screen)) return mode === 'push' ? location.assign(address) : location.replace(address)
      late.load(screen).then(
        () => {
          if (mode === 'push') history.pushState(null, '', address)
          else if (mode === 'replace' || screen !== wanted) history.replaceState(null, '', address)
          moved.current = true
          change((held) => ({ ...held, screen }))
        },
        () => location.assign(address),
      )
    },
    [change, late],
  )

  const took = useCallback(
    (heard: PassWire): PassWire => {
      clock.learn(heard.serverTime)
      const counts = newerPass(current.current.pass, heard)
      change((held) => ({ ...held, pass: newerPass(held.pass, heard), verified: true }))
      return counts
    },
    [change, clock],
  )

  const refreshPass = useCallback(async () => {
    const ticketId = current.current.pass?.id
    if (ticketId === undefined) return
    const heard = await readPass(ticketId)
    // It may have been forgotten in the meantime.
    if (current.current.pass?.id === ticketId) took(heard)
  }, [took])

  const readShop = useCallback(async () => {
    const shopId = current.current.shopId
    if (shopId === null) return
    const storefront = await readStorefront(shopId)
    clock.learn(storefront.queue.serverTime)
    change((held) => ({
      ...held,
      storefront: held.storefront === null ? storefront : { ...storefront, queue: newerDigest(held.storefront.queue, storefront.queue) },
    }))
  }, [change, clock])

  const refreshShop = useCallback(
    (withinMs: number = readAgain.afterChange) => {
      // All phones of a hall hear of a change at the same moment. The random delay spreads their requests.
      setTimeout(() => readShop().catch(() => undefined), Math.random() * withinMs)
    },
    [readShop],
  )

  const renewLink = useLink(world, {
    digest: (digest) => {
      clock.learn(digest.serverTime)
      change((held) =>
        held.storefront === null
          ? held
          : { ...held, storefront: { ...held.storefront, queue: newerDigest(held.storefront.queue, digest) } },
      )
    },
    pass: took,
    shopChanged: refreshShop,
    places: (left) => {
      for (const show of showingPlaces) show(left)
    },
    standIn: async () => {
      await Promise.all([readShop(), refreshPass()])
    },
    connected: (yes) =>
      change((held) => {
        if (yes === (held.staleSince === null)) return held
        return { ...held, staleSince: yes ? null : clock.now() }
      }),
  })

  const journey = useMemo<Journey>(
    () => ({
      world,
      say,
      clock,
      late,
      go: (screen, options) => show(screen, options?.replace ? 'replace' : 'push'),
      took,
      forgetPass: () => change((held) => ({ ...held, pass: null })),
      refreshShop,
      refreshPass,
      becameVerified: () => {
        change((held) => ({ ...held, verified: true }))
        renewLink()
      },
      onPlaces: (heard) => {
        showingPlaces.add(heard)
        return () => {
          showingPlaces.delete(heard)
        }
      },
      alert,
    }),
    [world, say, clock, late, show, took, refreshShop, refreshPass, renewLink, alert, change, showingPlaces],
  )

  // Back and Forward follow the same rule as a press.
  useEffect(() => {
    const popped = () => {
      const at = shopperScreenOf(location.pathname)
      if (at === null || at.id !== slugOf(current.current)) return location.reload()
      show(at.screen, 'popped')
    }
    window.addEventListener('popstate', popped)
    return () => window.removeEventListener('popstate', popped)
  }, [show])

  // A call shows the token screen from any other screen. But a shopper who then goes Back stays there.
  const { pass, screen, locale } = world
  const state = pass?.state ?? null
  const before = useRef(state)
  useEffect(() => {
    if (state === 'called' && before.current !== 'called') show('token', 'push')
    before.current = state
  }, [state, show])

  // A changed ticket moves the shopper to the right screen: paid elsewhere, expired, cash taken.
  useEffect(() => {
    if (pass !== null && (screen === 'payment' || screen === 'token') && rightScreen(screen, pass) !== screen) show(screen, 'replace')
  }, [pass, screen, show])

  const onPass = useEffectEvent((held: PassWire) => {
    rememberPass(held, Date.now())
    rememberToken(held.shopId, hasEnded(held.state) ? null : held.number)
  })
  useEffect(() => {
    if (pass !== null) onPass(pass)
  }, [pass])

  useEffect(() => {
    document.title = titleOf(world, say)
  }, [world, say])

  // A new screen starts at its top, with the focus on its heading for screen readers.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>(`[data-screen="${screen}"] h1`)?.focus({ preventScroll: true })
  }, [screen])

  useEffect(
    () =>
      whenIdle(() => {
        for (const next of following[screen] ?? []) late.load(next).catch(() => undefined)
        // A call can end while there is no connection. Its ending is loaded by then.
        if (screen === 'token') late.load('ending').catch(() => undefined)
        // The press on *Cash* leads to it.
        if (screen === 'payment') late.load('toPay').catch(() => undefined)
        // A call may fail when the phone can load nothing more.
        if (screen !== 'welcome') loadRefusals(locale).catch(() => undefined)
      }),
    [screen, late, locale],
  )

  const Shown = late.at(screen)
  return (
    <JourneyContext value={journey}>
      <Stage>{Shown && <Shown key={screen} />}</Stage>
      <Alerts said={said} onGone={(id) => setSaid((list) => list.filter((one) => one.id !== id))} />
    </JourneyContext>
  )
}

let lastId = 0
const nextId = () => {
  lastId += 1
  return lastId
}
