import type * as calls from '#contract/storefront/calls.ts'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { askerByName } from '#web/api/ask.ts'
import { caller } from '#web/api/caller.ts'

const ask = askerByName(caller())

export async function readStorefront(shopId: string): Promise<StorefrontWire> {
  return ask<typeof calls.readStorefront>('GET /api/storefront/:id', { params: { id: shopId } })
}
