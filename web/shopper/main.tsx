import { startTransition } from 'react'
import type { FirstData } from '../../contract/storefront.wire.ts'
import type { ShopperTexts } from '../../texts/shopper.en.ts'
import { type Catalogue, speak } from '../../texts/speak.ts'
import { App } from './App.tsx'
import { Broken } from './Broken.tsx'
import { keepEarly } from './early.ts'
import { lazyScreens } from './screens.ts'
import { Welcome } from './welcome/Welcome.tsx'

/** The browser's half of the shopper wing: takes over the page that the server has rendered. */

const data: FirstData = JSON.parse(document.getElementById('first-data')?.textContent ?? 'null')
const root = document.getElementById('root')

const screens = lazyScreens(
  {
    welcome: async () => Welcome,
    entrance: () => import('./entrance/Entrance.tsx').then((module) => module.Entrance),
    information: () => import('./information/Information.tsx').then((module) => module.Information),
    payment: () => import('./payment/Payment.tsx').then((module) => module.Payment),
    token: () => import('./token/Token.tsx').then((module) => module.Token),
    missing: () => import('./missing/Missing.tsx').then((module) => module.Missing),
  },
  { welcome: Welcome },
)

const catalogue: Promise<Catalogue<ShopperTexts>> =
  data.locale === 'hi'
    ? import('../../texts/shopper.hi.ts').then((module) => module.hi)
    : import('../../texts/shopper.en.ts').then((module) => module.en)

/**
 * React's half for the browser, which comes to life in a task of its own: together with the screens it would hold a mid phone for a
 * tenth of a second in which no finger is answered.
 */
async function reactDom() {
  await new Promise((resolve) => setTimeout(resolve))
  return import('react-dom/client')
}

// No top-level await: in the build this module shares a file with what the screens import, and they would wait for each other.
async function begin(root: HTMLElement): Promise<void> {
  const early = keepEarly(root)
  // The document carries its style sheet; in development this is what makes an edit show.
  if (import.meta.hot) await import('./shopper.css')
  const [texts, , { hydrateRoot }] = await Promise.all([catalogue, screens.load(data.screen), reactDom()])
  const say = speak<ShopperTexts>(data.locale, texts)
  // As a transition it is done in slices of some milliseconds: the phone stays free for fingers.
  startTransition(() => {
    const shown = hydrateRoot(root, <App data={data} say={say} screens={screens} early={early} />, {
      onUncaughtError: (error) => {
        console.error(error)
        // React has emptied the page by then.
        shown.render(<Broken say={say} />)
      },
    })
  })
}

/** A file did not arrive. What can be read stays as the server made it, its links work; a form that cannot be sent says so. */
async function fail(root: HTMLElement, reason: unknown): Promise<void> {
  console.error(reason)
  if (data.screen !== 'information' && data.screen !== 'payment') return
  const [texts, { createRoot }] = await Promise.all([catalogue, reactDom()])
  createRoot(root).render(<Broken say={speak<ShopperTexts>(data.locale, texts)} />)
}

if (root) begin(root).catch((reason: unknown) => fail(root, reason).catch(() => undefined))
