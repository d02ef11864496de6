import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { inEach, type Locale } from '#contract/base/locale.ts'
import type { PaperPage } from '#contract/payments/paper.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
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
import { slotsPart } from './payment/when.tsx'
import { promisePart } from './promise/promise.tsx'
import paperCss from './public-paper/page.css?inline'
import { PublicPaperPage, paperPageTitle } from './public-paper/public-paper.tsx'
import type { Rare, RareParts } from './rare-parts.ts'
import css from './shopper.css?inline'
import { titleOf } from './titles.ts'
import { Booked } from './token/booked.tsx'
import { Ending } from './token/ending.tsx'
import { MessageList } from './token/message-list.tsx'
import { RefundLines } from './token/refund-lines.tsx'
import { ToPay } from './token/to-pay.tsx'
import { Token } from './token/token.tsx'
import { Welcome } from './welcome/welcome.tsx'
import { sayWords } from './words.ts'

const components = { welcome: Welcome, entrance: Entrance, information: Information, payment: Payment, token: Token, missing: Missing }
const screens = {
  at: (name: keyof typeof components) => components[name],
  load: async (name: keyof typeof components) => components[name],
}

async function rareIn(locale: Locale): Promise<RareParts> {
  const slots = await sayWords('slots', locale)
  const parts: Rare = {
    ending: { Screen: Ending, say: await sayWords('ending', locale) },
    toPay: { Screen: ToPay, say: await sayWords('to-pay', locale) },
    scene: Scene,
    promise: { ...promisePart, say: await sayWords('promise', locale) },
    pause: { Notice: PausedNotice, say: await sayWords('pause', locale) },
    paying: { Screen: Paying, say: await sayWords('paying', locale) },
    slots: { ...slotsPart, say: slots },
    booked: { Booked, say: slots },
    messages: { List: MessageList, say: await sayWords('demo-messages', locale) },
    refunds: { Lines: RefundLines, say: await sayWords('refund', locale) },
  }
  return { at: (name) => parts[name], load: async () => {} }
}

const says = await inEach(async (locale) => ({
  shopper: await sayWords('shopper', locale),
  rare: await rareIn(locale),
  receipt: await sayWords('receipt', locale),
}))

/** The scripts in the document that load the wing's files after the first paint, and that load a page again whose files did not arrive. */
export { afterPaint, comeBack }

/** Renders a shopper screen on the server, complete: what it shows first needs no further request. */
export function render(data: FirstData): { html: string; css: string; keepEarly: string; title: string; lang: string } {
  const { shopper: say, rare } = says[data.locale]
  return {
    html: renderToString(<App data={data} say={say} screens={screens} rare={rare} />),
    css,
    keepEarly: data.screen === 'token' ? `${keepEarly}\n${postEarly}` : keepEarly,
    title: titleOf(firstWorld(data), say),
    lang: data.locale,
  }
}

/** Renders the public page of a receipt. It has no script: everything on it is text and links. */
export function renderPaper(page: PaperPage): { html: string; css: string; title: string } {
  const { receipt: say } = says[page.locale]
  return {
    html: renderToStaticMarkup(<PublicPaperPage page={page} say={say} />),
    css: paperCss,
    title: paperPageTitle(page, say),
  }
}
