import { useEffect, useEffectEvent, useState } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import { rupees } from '#contract/base/money.ts'
import { isNoFaster } from '#contract/queue/waiting.ts'
import type { PassWire, StorefrontWire } from '#contract/storefront/shapes.ts'
import { storedToken } from '#web/session/shopper.ts'
import { addressOf, hasEnded, offersSlots, owesOnline, type Screen } from '#web/shopper/journey.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { whenIdle } from '#web/shopper/link.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { Pause, usePause } from '#web/shopper/parts/pause.tsx'
import { PromiseTerms } from '#web/shopper/parts/promise-terms.tsx'
import { Banner } from './banner.tsx'
import type { Editor } from './edit/editor.ts'
import { LiveQueue } from './live-queue.tsx'
import { Music } from './music.tsx'

export function Welcome() {
  const { world, say, refreshShop } = useJourney()
  const shop = world.storefront
  const opensAt = shop?.open.isOpen === false ? shop.open.opensAt : null
  const atOpening = useEffectEvent(refreshShop)
  const editor = useEditor(shop, world.locale)
  const paused = usePause()

  // A shopper who waits while the shop is closed sees it open.
  useEffect(() => {
    if (opensAt === null) return
    // Browser timers can wait for 24 days at most; a day is enough here.
    const wait = Math.min(Math.max(Date.parse(opensAt) - Date.now(), 0) + 1000, 86_400_000)
    const timer = setTimeout(() => atOpening(), wait)
    return () => clearTimeout(timer)
  }, [opensAt])

  if (shop === null) return null
  return (
    <>
      <Bar home>
        <Music sound={shop.display.audio} />
      </Bar>
      {editor ? <editor.EditableDisplay storefront={shop} say={editor.say} /> : <Banner storefront={shop} />}
      <section className="welcome pad">
        <h1 tabIndex={-1}>{say('titleWelcome')}</h1>
        <p>{say('welcomeText')}</p>
        {paused !== null && shop.open.isOpen ? (
          <Pause paused={paused} ticketIsSafe={hasLiveTicket(world.pass)} />
        ) : (
          <p className="welcome__sold num">
            {isAsFastElsewhere(shop)
              ? say('noFaster')
              : shop.fee.totalPaise === 0
                ? say('soldFree')
                : say('sold', { price: rupees(shop.fee.totalPaise) })}
          </p>
        )}
        <PromiseTerms />
      </section>
      <LiveQueue storefront={shop} />
      <div className="spacer" />
      <WelcomeDock />
    </>
  )
}

const hasLiveTicket = (pass: PassWire | null): pass is PassWire => pass !== null && !hasEnded(pass.state)

function WelcomeDock() {
  const { world, say, go } = useJourney()
  const { pass, storefront } = world
  const holds = hasLiveTicket(pass)
  // A ticket that owes its fee online has no place yet, unless it holds a time.
  const hasPlace = holds && (pass.slot !== null || !owesOnline(pass))
  const target: Screen = holds ? (owesOnline(pass) ? 'payment' : 'token') : 'information'
  const total = storefront?.fee.totalPaise ?? 0
  const paused = usePause()
  const cannotJoin = !holds && storefront !== null && (paused !== null || (!storefront.open.isOpen && !offersSlots(storefront)))

  // Enter anywhere on the page presses the button, as long as nothing else has the focus.
  const enter = useEffectEvent((event: KeyboardEvent) => {
    const focused = document.activeElement
    if (event.key === 'Enter' && !cannotJoin && (focused === null || focused === document.body || focused.tagName === 'H1')) go(target)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => enter(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <footer className="dock">
      {holds && pass.number !== null ? (
        <p className="dock__price">
          <b className="num dock__token">{pass.number}</b> {say('yourToken')}
        </p>
      ) : (
        <p className="dock__price">
          <b className="num">{total === 0 ? say('free') : rupees(total)}</b>{' '}
          {hasPlace ? say('placeHeld') : say(total === 0 ? 'noPayment' : hasGst(storefront) ? 'oneTimeGst' : 'oneTime')}
        </p>
      )}
      {cannotJoin ? (
        <button type="button" className="btn" disabled>
          {say('buyCart')}
        </button>
      ) : (
        <a
          className={`btn${!holds && storefront !== null && isAsFastElsewhere(storefront) ? ' btn--quiet' : ''}`}
          href={addressOf(target, world)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            go(target)
          }}
        >
          {say(holds && target === 'token' ? tokenWords(pass) : holds ? 'continuePay' : 'buyCart')}
        </a>
      )}
    </footer>
  )
}

/** True if the billing queue is probably as fast now: then the shopper is told, and the button does not urge. */
const isAsFastElsewhere = ({ open, queue, shop }: StorefrontWire): boolean =>
  open.isOpen && queue.openCounters > 0 && isNoFaster(queue.waiting, queue, shop.usualWaitMinutes)

const hasGst = (shop: StorefrontWire | null): boolean => shop !== null && shop.fee.taxBasisPoints !== null && shop.fee.extraPaise > 0

const tokenWords = ({ state, number }: PassWire) => (state === 'called' ? 'titleCalled' : number === null ? 'openPlace' : 'openToken')

/** Null for people who do not work for the shop: they load none of its code. */
function useEditor(storefront: StorefrontWire | null, locale: Locale): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const shopId = storefront?.shop.id
  const mallId = storefront?.shop.mallId
  useEffect(() => {
    if (shopId === undefined || mallId === undefined || storedToken() === null) return
    return whenIdle(() => {
      import('./edit/editor.ts')
        .then((module) => module.editorFor({ id: shopId, mallId }, locale))
        .then(setEditor, (reason: unknown) => console.info('The display cannot be edited here.', reason))
    })
  }, [shopId, mallId, locale])
  return editor
}
