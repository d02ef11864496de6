import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Locale } from '#contract/base/locale.ts'
import type { PaperPage } from '#contract/payments/paper.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { type DemoMessageTexts, en as demoInEnglish } from '#texts/en/demo-messages.ts'
import { type PauseTexts, en as pauseInEnglish } from '#texts/en/pause.ts'
import { type PayingTexts, en as payingInEnglish } from '#texts/en/paying.ts'
import { type RefundTexts, en as refundInEnglish } from '#texts/en/refund.ts'
import { en, type ShopperTexts } from '#texts/en/shopper.ts'
import { type SlotTexts, en as slotsInEnglish } from '#texts/en/slots.ts'
import { hi as demoInHindi } from '#texts/hi/demo-messages.ts'
import { hi as pauseInHindi } from '#texts/hi/pause.ts'
import { hi as payingInHindi } from '#texts/hi/paying.ts'
import { hi as refundInHindi } from '#texts/hi/refund.ts'
import { hi } from '#texts/hi/shopper.ts'
import { hi as slotsInHindi } from '#texts/hi/slots.ts'
import { type Say, speak } from '#texts/speak.ts'
import { text as comeBack } from '#web/device/come-back-inline.ts?script'
import { App } from './app.tsx'
import { Entrance } from './entrance/entrance.tsx'
import { Information } from './information/information.tsx'
import { text as afterPaint } from './inline/after-paint.ts?script'
import { text as keepEarly } from './inline/keep-early.ts?script'
import { text as postEarly } from './inline/post-early.ts?script'
import { firstWorld } from './journey.ts'
import { Missing } from './missing/missing.tsx'
import { PausedNotice } from './parts/paused.tsx'
import { Scene } from './parts/scene.tsx'
import { Paying } from './payment/paying/paying.tsx'
import { Payment } from './payment/payment.tsx'
import { HoldClock, When } from './payment/when.tsx'
import { promisePart } from './promise/promise.tsx'
import paperCss from './public-paper/page.css?inline'
import { PublicPaperPage, paperPageTitle, paperSay } from './public-paper/public-paper.tsx'
import type { Rare, RareParts } from './rare-parts.ts'
import css from './shopper.css?inline'
import { whenWords } from './slots/slot-times.ts'
import { titleOf } from './titles.ts'
import { Booked } from './token/booked.tsx'
import { Ending } from './token/ending.tsx'
import { MessageList } from './token/message-list.tsx'
import { RefundLines } from './token/refund-lines.tsx'
import { ToPay } from './token/to-pay.tsx'
import { Token } from './token/token.tsx'
import { Welcome } from './welcome/welcome.tsx'

const components = { welcome: Welcome, entrance: Entrance, information: Information, payment: Payment, token: Token, missing: Missing }
const screens = {
  at: (name: keyof typeof components) => components[name],
  load: async (name: keyof typeof components) => components[name],
}

/** The catalogues of the server's pages. */
interface Says {
  shopper: Say<ShopperTexts>
  pause: Say<PauseTexts>
  paying: Say<PayingTexts>
  slots: Say<SlotTexts>
  demo: Say<DemoMessageTexts>
  refund: Say<RefundTexts>
}
const says: Readonly<Record<Locale, Says>> = {
  en: {
    shopper: speak<ShopperTexts>('en', en),
    pause: speak<PauseTexts>('en', pauseInEnglish),
    paying: speak<PayingTexts>('en', payingInEnglish),
    slots: speak<SlotTexts>('en', slotsInEnglish),
    demo: speak<DemoMessageTexts>('en', demoInEnglish),
    refund: speak<RefundTexts>('en', refundInEnglish),
  },
  hi: {
    shopper: speak<ShopperTexts>('hi', hi),
    pause: speak<PauseTexts>('hi', pauseInHindi),
    slots: speak<SlotTexts>('hi', slotsInHindi),
    demo: speak<DemoMessageTexts>('hi', demoInHindi),
    paying: speak<PayingTexts>('hi', payingInHindi),
    refund: speak<RefundTexts>('hi', refundInHindi),
  },
}

const rareIn = (locale: Locale): RareParts => {
  const { pause, paying, slots, demo, refund } = says[locale]
  const parts: Rare = {
    ...{ ending: Ending, toPay: ToPay, scene: Scene },
    promise: promisePart,
    pause: { Notice: PausedNotice, say: pause },
    paying: { Screen: Paying, say: paying },
    slots: { say: slots, When, HoldClock, whenWords },
    booked: { say: slots, Booked },
    messages: { List: MessageList, say: demo },
    refunds: { Lines: RefundLines, say: refund },
  }
  return { at: (name) => parts[name], load: async () => {} }
}

/** The scripts in the document that load the wing's files after the first paint, and that load a page again whose files did not arrive. */
export { afterPaint, comeBack }

/** Renders a shopper screen on the server, complete: what it shows first needs no further request. */
export function render(data: FirstData): { html: string; css: string; keepEarly: string; title: string; lang: string } {
  const say = says[data.locale].shopper
  return {
    html: renderToString(<App data={data} say={say} screens={screens} rare={rareIn(data.locale)} />),
    css,
    keepEarly: data.screen === 'token' ? `${keepEarly}\n${postEarly}` : keepEarly,
    title: titleOf(firstWorld(data), say),
    lang: data.locale,
  }
}

/** Renders the public page of a receipt. It has no script: everything on it is text and links. */
export function renderPaper(page: PaperPage): { html: string; css: string; title: string } {
  const say = paperSay[page.locale]
  return {
    html: renderToStaticMarkup(<PublicPaperPage page={page} say={say} />),
    css: paperCss,
    title: paperPageTitle(page, say),
  }
}
