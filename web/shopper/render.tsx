import { renderToString } from 'react-dom/server'
import type { Locale } from '#contract/base/locale.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { type PauseTexts, en as pauseInEnglish } from '#texts/en/pause.ts'
import { en, type ShopperTexts } from '#texts/en/shopper.ts'
import { hi as pauseInHindi } from '#texts/hi/pause.ts'
import { hi } from '#texts/hi/shopper.ts'
import { type Say, speak } from '#texts/speak.ts'
import { App } from './app.tsx'
import { Entrance } from './entrance/entrance.tsx'
import { Information } from './information/information.tsx'
import { text as afterPaint } from './inline/after-paint.ts?script'
import { text as keepEarly } from './inline/keep-early.ts?script'
import { firstWorld } from './journey.ts'
import { Missing } from './missing/missing.tsx'
import { PausedNotice } from './parts/paused.tsx'
import { Scene } from './parts/scene.tsx'
import { Payment } from './payment/payment.tsx'
import type { Rare, RareParts } from './rare-parts.ts'
import css from './shopper.css?inline'
import { titleOf } from './titles.ts'
import { Ending } from './token/ending.tsx'
import { Token } from './token/token.tsx'
import { Welcome } from './welcome/welcome.tsx'

const components = { welcome: Welcome, entrance: Entrance, information: Information, payment: Payment, token: Token, missing: Missing }
const screens = {
  at: (name: keyof typeof components) => components[name],
  load: async (name: keyof typeof components) => components[name],
}

const says: Readonly<Record<Locale, { shopper: Say<ShopperTexts>; pause: Say<PauseTexts> }>> = {
  en: { shopper: speak<ShopperTexts>('en', en), pause: speak<PauseTexts>('en', pauseInEnglish) },
  hi: { shopper: speak<ShopperTexts>('hi', hi), pause: speak<PauseTexts>('hi', pauseInHindi) },
}

const rareIn = (locale: Locale): RareParts => {
  const parts: Rare = { ending: Ending, scene: Scene, pause: { Notice: PausedNotice, say: says[locale].pause } }
  return { at: (name) => parts[name], load: async () => {} }
}

/** The script in the document that loads the wing's files after the first paint. */
export { afterPaint }

/** Renders a shopper screen on the server, complete: what it shows first needs no further request. */
export function render(data: FirstData): { html: string; css: string; keepEarly: string; title: string; lang: string } {
  const say = says[data.locale].shopper
  return {
    html: renderToString(<App data={data} say={say} screens={screens} rare={rareIn(data.locale)} />),
    css,
    keepEarly,
    title: titleOf(firstWorld(data), say),
    lang: data.locale,
  }
}
