import type { RefusalCode } from '#contract/base/errors.ts'
import type { ShopperRefusals } from '#texts/en/shopper-refusals.ts'
import type { Catalogue } from '#texts/speak.ts'

/** The sentences of refusals in one language. */
export interface Refusals {
  /** Those that a shopper reads in other words than staff. */
  own: Catalogue<ShopperRefusals>
  /** All others; undefined for a code that is newer than this page. */
  of: (code: RefusalCode) => string | undefined
}
