import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { shopperScreenOf } from '../../contract/paths.ts'
import type { FirstData, PassWire } from '../../contract/storefront.wire.ts'
import { readPass } from '../features/queue/own-place-api.ts'
import { readStorefront } from '../features/storefront/api.ts'
import { createClock } from '../live/clock.ts'
import { readAgain } from '../live/reconnection.ts'
import { rememberPass, rememberToken } from '../session/shopper.ts'
import type { Early } from './early.ts'
import { addressOf, firstWorld, hasEnded, newerDigest, newerPass, rightScreen, type Screen, type World } from './journey.ts'
import { type Journey, JourneyContext, type Tell } from './journey-context.ts'
import { useLink, whenIdle } from './link.ts'
import { Alerts, type Said } from './parts/Alerts.tsx'
import { Stage } from './parts/Stage.tsx'
import type { Screens } from './screens.ts'
import { titleOf } from './titles.ts'

/** What most likely comes next, so that its code is here before the press. */
const following: Partial<Record<Screen, Screen[]>> = {
  welcome: ['information', 'token'],
  information: ['payment', 'token'],
  payment: ['token'],
}

/** The shopper wing: holds what is known, keeps it live, and shows one screen of it. */
export function App({ data, say, screens, early }: { data: FirstData; say: Tell; screens: Screens; early?: Early }) {
  const [world, setWorld] = useState<World>(() => firstWorld(data))
  const [said, setSaid] = useState<Said[]>([])
  const [clock] = useState(() => createClock(() => data.serverTime))
  const current = useRef(world)
  const moved = useRef(false)

  // performance.timeOrigin + responseEnd would be closer by some ms; the page is made for this visit (no-store).
  useLayoutEffect(() => clock.learn(data.serverTime), [clock, data.serverTime])
  // The one effect that comes with the hydration itself, and the last one after it.
  useLayoutEffect(() => early?.lift(), [early])
  useEffect(() => early?.replay(), [early])

  // Through a reference, so that two answers in one moment both count and a callback never sees an old world.
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
      screens.load(screen).then(
        () => {
          if (mode === 'push') history.pushState(null, '', address)
          else if (mode === 'replace' || screen !== wanted) history.replaceState(null, '', address)
          moved.current = true
          change((held) => ({ ...held, screen }))
        },
        () => location.assign(address),
      )
    },
    [change, screens],
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
    if (ticketId !== undefined) took(await readPass(ticketId))
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
      // A hall of phones hears of a change in the same moment: they come back spread over some time.
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
      go: (screen, options) => show(screen, options?.replace ? 'replace' : 'push'),
      took,
      forgetPass: () => change((held) => ({ ...held, pass: null })),
      refreshShop,
      refreshPass,
      becameVerified: () => {
        change((held) => ({ ...held, verified: true }))
        renewLink()
      },
      alert,
    }),
    [world, say, clock, show, took, refreshShop, refreshPass, renewLink, alert, change],
  )

  // Back and Forward go through the same rule as a press.
  useEffect(() => {
    const popped = () => {
      const at = shopperScreenOf(location.pathname)
      if (at === null || at.id !== current.current.shopId) return location.reload()
      show(at.screen, 'popped')
    }
    window.addEventListener('popstate', popped)
    return () => window.removeEventListener('popstate', popped)
  }, [show])

  // A call comes first, wherever one is; but who then goes Back is not dragged along.
  const { pass, screen } = world
  const state = pass?.state ?? null
  const before = useRef(state)
  useEffect(() => {
    if (state === 'called' && before.current !== 'called') show('token', 'push')
    before.current = state
  }, [state, show])

  // A changed state moves the person on: paid elsewhere, lapsed, cash taken.
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

  // A new screen is read from its head: scrolled up, and the focus on its heading for those who hear it.
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>(`[data-screen="${screen}"] h1`)?.focus({ preventScroll: true })
  }, [screen])

  useEffect(
    () =>
      whenIdle(() => {
        for (const next of following[screen] ?? []) screens.load(next).catch(() => undefined)
      }),
    [screen, screens],
  )

  const Shown = screens.at(screen)
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
