import type { RefusalCode } from '#contract/base/errors.ts'
import type { Locale } from '#contract/base/locale.ts'
import type { DemoMessageTexts } from '#texts/en/demo-messages.ts'
import type { DisplayTexts } from '#texts/en/displays.ts'
import type { EndingTexts } from '#texts/en/ending.ts'
import type { PauseTexts } from '#texts/en/pause.ts'
import type { PayingTexts } from '#texts/en/paying.ts'
import type { PromiseTexts } from '#texts/en/promise.ts'
import type { ReceiptTexts } from '#texts/en/receipt.ts'
import type { RefundTexts } from '#texts/en/refund.ts'
import type { ShopperTexts } from '#texts/en/shopper.ts'
import type { ShopperRefusals } from '#texts/en/shopper-refusals.ts'
import type { SlotTexts } from '#texts/en/slots.ts'
import type { ToPayTexts } from '#texts/en/to-pay.ts'
import { type Catalogue, catalogueIn, type Say, sayIn, type TextFile } from '#texts/speak.ts'

/** Catalogues by the names of their files. */
export interface ShopperCatalogues {
  shopper: ShopperTexts
  ending: EndingTexts
  'to-pay': ToPayTexts
  promise: PromiseTexts
  paying: PayingTexts
  pause: PauseTexts
  slots: SlotTexts
  'demo-messages': DemoMessageTexts
  refund: RefundTexts
  receipt: ReceiptTexts
  displays: DisplayTexts
  'shopper-refusals': ShopperRefusals
  refusals: Record<RefusalCode, string>
}
type Name = keyof ShopperCatalogues

const files = import.meta.glob<Record<string, unknown>>(
  './*/{shopper,ending,to-pay,promise,paying,pause,slots,demo-messages,refund,receipt,displays,shopper-refusals,refusals}.ts',
  { base: '../../texts' },
)
const fileOf =
  (name: Name): TextFile =>
  async (locale) =>
    (await files[`./${locale}/${name}.ts`]?.()) ?? {}

/** Rejects if the catalogue does not arrive. */
export const words = <N extends Name>(name: N, locale: Locale): Promise<Catalogue<ShopperCatalogues[N]>> =>
  catalogueIn<ShopperCatalogues[N]>(locale, fileOf(name))

/** Rejects if the catalogue does not arrive. */
export const sayWords = <N extends Name>(name: N, locale: Locale): Promise<Say<ShopperCatalogues[N]>> =>
  sayIn<ShopperCatalogues[N]>(locale, fileOf(name))
