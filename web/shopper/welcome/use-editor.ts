import { useEffect, useState } from 'react'
import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { storedToken } from '../../session/shopper.ts'
import { whenIdle } from '../link.ts'
import type { Editor } from './edit/editor.ts'

/** The display with its edit mode, for somebody who works for the shop; null for everybody else, who load nothing of it. */
export function useEditor(storefront: StorefrontWire | null, locale: 'en' | 'hi'): Editor | null {
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
