import { startTransition } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import type { ShopperTexts } from '#texts/en/shopper.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import { comeBack } from '#web/device/come-back.ts'
import { App } from './app.tsx'
import { Broken } from './broken.tsx'
import { keepEarly } from './early.ts'
import { firstWorld } from './journey.ts'
import { lazyParts, type RareParts, rareAtFirst } from './rare-parts.ts'
import { lazyScreens } from './screens.ts'
import { isWide } from './use-wide.ts'

/** The browser's part of the shopper wing: hydrates the page that the server has rendered. */

const data: FirstData = JSON.parse(document.getElementById('first-data')?.textContent ?? 'null')
const root = document.getElementById('root')

const screens = lazyScreens({
  welcome: () => import('./welcome/welcome.tsx').then((module) => module.Welcome),
  entrance: () => import('./entrance/entrance.tsx').then((module) => module.Entrance),
  information: () => import('./information/information.tsx').then((module) => module.Information),
  payment: () => import('./payment/payment.tsx').then((module) => module.Payment),
  token: () => import('./token/token.tsx').then((module) => module.Token),
  missing: () => import('./missing/missing.tsx').then((module) => module.Missing),
})

const rare = lazyParts({
  ending: () => import('./token/ending.tsx').then((module) => module.Ending),
  toPay: () => import('./token/to-pay.tsx').then((module) => module.ToPay),
  scene: () => import('./parts/scene.tsx').then((module) => module.Scene),
  promise: () => import('./promise/promise.tsx').then((module) => module.promisePart),
  paying: () => import('./payment/paying/paying-part.ts').then((module) => module.payingPart(data.locale)),
  pause: () => import('./parts/pause-part.ts').then((module) => module.pausePart(data.locale)),
  slots: () => import('./payment/slots-part.ts').then((module) => module.slotsPart(data.locale)),
  booked: () => import('./token/booked-part.ts').then((module) => module.bookedPart(data.locale)),
  messages: () => import('./token/messages-part.ts').then((module) => module.messagesPart(data.locale)),
  refunds: () => import('./token/refunds-part.ts').then((module) => module.refundsPart(data.locale)),
})

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<ShopperTexts>>>> = {
  en: () => import('#texts/en/shopper.ts').then((module) => module.en),
  hi: () => import('#texts/hi/shopper.ts').then((module) => module.hi),
}
const catalogue = catalogues[data.locale]()

/**
 * React's part for the browser starts in a task of its own. Together with the screens it would block a mid-range phone for a tenth of a
 * second, in which no touch is answered.
 */
async function reactDom() {
  await new Promise((resolve) => setTimeout(resolve))
  return import('react-dom/client')
}

/** How long the hydration of a wide screen waits for the code of its decoration, in ms. */
const SCENE_MS = 1500

/**
 * The server paints the scene on every page, because it does not know the screen. A phone never shows it, so its code is not loaded, and the
 * hidden element is removed before the hydration. The same happens on a wide screen if the code does not arrive in time. Returns the parts
 * that fit the page as it is then.
 */
async function sceneOrNone(root: HTMLElement): Promise<RareParts> {
  const scene = root.querySelector('.scene')
  if (scene === null) return rare
  if (isWide()) {
    const came = rare.load('scene').then(
      () => true,
      () => false,
    )
    const late = new Promise<false>((resolve) => setTimeout(resolve, SCENE_MS, false))
    if (await Promise.race([came, late])) return rare
  }
  scene.remove()
  return withoutScene(rare)
}

/** The parts without the scene, until a screen loads it after the hydration: the first render must match the page. */
function withoutScene(parts: RareParts): RareParts {
  let isAsked = false
  return {
    at: (name) => (name === 'scene' && !isAsked ? undefined : parts.at(name)),
    load: (name) => {
      isAsked ||= name === 'scene'
      return parts.load(name)
    },
  }
}

// No top-level await: in the build this module shares a file with what the screens import, so they would wait for each other.
async function begin(root: HTMLElement): Promise<void> {
  const early = keepEarly(root)
  // The document carries its style sheet. In development, this import makes style changes visible.
  if (import.meta.hot) await import('./shopper.css')
  const [texts, , { hydrateRoot }, parts] = await Promise.all([
    catalogue,
    screens.load(data.screen),
    reactDom(),
    sceneOrNone(root),
    ...rareAtFirst(firstWorld(data)).map((name) => rare.load(name)),
  ])
  const say = speak<ShopperTexts>(data.locale, texts)
  const isTranslated = early.restore()
  // As a transition, the work is done in slices of some milliseconds, so the phone still responds to touches.
  startTransition(() => {
    const shown = hydrateRoot(root, <App data={data} say={say} screens={screens} rare={parts} early={early} />, {
      onRecoverableError: (error) => {
        // A translator may be faster. React then renders the page again.
        if (!isTranslated) reportError(error)
      },
      onUncaughtError: (error) => {
        console.error(error)
        // React has emptied the page by then.
        shown.render(<Broken say={say} />)
      },
    })
  })
}

function failed(reason: unknown): void {
  console.error(reason)
  comeBack({ tells: true })
}

if (root) begin(root).catch(failed)
