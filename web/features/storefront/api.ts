import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { caller } from '../../api/call.ts'

const call = caller()

/** What anyone may know of a shop, as it is now. */
export async function readStorefront(shopId: string): Promise<StorefrontWire> {
  return call<StorefrontWire>('GET', `/api/storefront/${encodeURIComponent(shopId)}`)
}
