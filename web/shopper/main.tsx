import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { FirstData } from '../../contract/storefront.wire.ts'
import type { ShopperTexts } from '../../texts/shopper.en.ts'
import { type Catalogue, speak } from '../../texts/speak.ts'
import { App } from './App.tsx'
import { Broken } from './Broken.tsx'
import { keepEarly } from './early.ts'
import { lazyScreens } from './screens.ts'
import { Welcome } from './welcome/Welcome.tsx'

/** The browser's half of the shopper wing: takes over the page that the server has rendered. */

// The document carries its style sheet; in development this is what makes an edit show.
if (import.meta.hot) await import('./shopper.css')

const data: FirstData = JSON.parse(document.getElementById('first-data')?.textContent ?? 'null')
const root = document.getElementById('root')
const early = root && keepEarly(root)

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

const [texts] = await Promise.all([catalogue, screens.load(data.screen)])
const say = speak<ShopperTexts>(data.locale, texts)
if (root && early) {
  early.lift()
  // In one go, effects included: nothing that the person does falls between the page of the server and the living one.
  flushSync(() => {
    const shown = hydrateRoot(root, <App data={data} say={say} screens={screens} />, {
      onUncaughtError: (error) => {
        console.error(error)
        // React has emptied the page by then.
        shown.render(<Broken say={say} />)
      },
    })
  })
  early.replay()
}
