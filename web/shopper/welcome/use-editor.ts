import { useEffect, useState } from 'react'
import type { Locale } from '#contract/base/locale.ts'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { storedToken } from '#web/session/shopper.ts'
import { whenIdle } from '#web/shopper/link.ts'
import type { Editor } from './edit/editor.ts'

/** The display with its edit mode, for a person who works for the shop; null for all others, who load none of its code. */
export function useEditor(storefront: StorefrontWire | null, locale: Locale): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const shopId = storefront?.shop.id
  const mallId = storefront?.shop.mallId
  useEffect(() => {
    if (shopId === undefined || mallId === undefined || storedToken() === null) return
    return whenIdle(() => {
      import('./edit/editor.ts')
        .then((module) => module.editorFor({ id: shopId, mallId }, locale))
        .then(setEditor, (reason: unknown) => console.info('The display cannot be edited here.', reason))
    })
  }, [shopId, mallId, locale])
  return editor
}
