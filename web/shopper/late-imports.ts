import type { Locale } from '#contract/base/locale.ts'
import { type ShopperCatalogues, sayWords } from './words.ts'

/** A part and what it says are loaded side by side. */
export function importsIn(locale: Locale) {
  const worded =
    <P, N extends keyof ShopperCatalogues>(name: N, part: () => Promise<P>) =>
    async () => {
      const [own, say] = await Promise.all([part(), sayWords(name, locale)])
      return { ...own, say }
    }
  return {
    welcome: () => import('./welcome/welcome.tsx').then((module) => module.Welcome),
    entrance: () => import('./entrance/entrance.tsx').then((module) => module.Entrance),
    information: () => import('./information/information.tsx').then((module) => module.Information),
    payment: () => import('./payment/payment.tsx').then((module) => module.Payment),
    token: () => import('./token/token.tsx').then((module) => module.Token),
    missing: () => import('./missing/missing.tsx').then((module) => module.Missing),
    scene: () => import('./parts/scene.tsx').then((module) => module.Scene),
    ending: worded('ending', () => import('./token/ending.tsx')),
    toPay: worded('to-pay', () => import('./token/to-pay.tsx')),
    promise: worded('promise', () => import('./promise/promise.tsx')),
    paying: worded('paying', () => import('./payment/paying/paying.tsx')),
    pause: worded('pause', () => import('./parts/paused.tsx')),
    slots: worded('slots', () => import('./payment/when.tsx').then((module) => module.slotsPart)),
    booked: worded('slots', () => import('./token/booked.tsx')),
    messages: worded('demo-messages', () => import('./token/message-list.tsx')),
    refunds: worded('refund', () => import('./token/refund-lines.tsx')),
  }
}
