import { renderToString } from 'react-dom/server'
import type { FirstData } from '../../contract/storefront.wire.ts'
import { en, type ShopperTexts } from '../../texts/shopper.en.ts'
import { hi } from '../../texts/shopper.hi.ts'
import { speak } from '../../texts/speak.ts'
import { App } from './App.tsx'
import { Entrance } from './entrance/Entrance.tsx'
import { Information } from './information/Information.tsx'
import { firstWorld } from './journey.ts'
import { Missing } from './missing/Missing.tsx'
import { Payment } from './payment/Payment.tsx'
import css from './shopper.css?inline'
import { titleOf } from './titles.ts'
import { Token } from './token/Token.tsx'
import { Welcome } from './welcome/Welcome.tsx'

const components = { welcome: Welcome, entrance: Entrance, information: Information, payment: Payment, token: Token, missing: Missing }
const screens = {
  at: (name: keyof typeof components) => components[name],
  load: async (name: keyof typeof components) => components[name],
}

/** Renders a shopper screen on the server, complete: what it shows first needs no further request. */
export function render(data: FirstData): { html: string; css: string; title: string; lang: string } {
  const say = data.locale === 'hi' ? speak<ShopperTexts>('hi', hi) : speak<ShopperTexts>('en', en)
  return {
    html: renderToString(<App data={data} say={say} screens={screens} />),
    css,
    title: titleOf(firstWorld(data), say),
    lang: data.locale,
  }
}
