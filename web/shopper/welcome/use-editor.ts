import { useEffect, useEffectEvent, useState } from 'react'
import type { StorefrontWire } from '../../../contract/storefront.wire.ts'
import { storedToken } from '../../session/shopper.ts'
import { whenIdle } from '../link.ts'
import type { Editor } from './edit/editor.ts'

type Shown = Partial<StorefrontWire['display']>

/**
 * What somebody who works for the shop needs to change its display: null for everybody else, who load nothing of it. `draft` is what the
 * display is to show over what is saved, while they type and until the saved one has been read.
 */
export function useEditor(storefront: StorefrontWire | null, locale: 'en' | 'hi') {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<{ parts: Shown; over: StorefrontWire['display'] | undefined } | null>(null)
  const shopId = storefront?.shop.id
  const mallId = storefront?.shop.mallId
  const saved = storefront?.display

  const arrived = useEffectEvent((tools: Editor | null) => {
    setEditor(tools)
    if (tools !== null && new URLSearchParams(location.search).get('edit') === '1') setOpen(true)
  })
  useEffect(() => {
    if (shopId === undefined || mallId === undefined || storedToken() === null) return
    return whenIdle(() => {
      import('./edit/editor.ts')
        .then((module) => module.editorFor({ id: shopId, mallId }, locale))
        .then(arrived, (reason: unknown) => console.info('The display cannot be edited here.', reason))
    })
  }, [shopId, mallId, locale])

  return {
    editor,
    isOpen,
    open: () => setOpen(true),
    /** Closes the box. `shown` is what was saved: it stays in sight until the display has been read anew. */
    close: (shown?: Shown) => {
      setOpen(false)
      setDraft(shown === undefined ? null : { parts: shown, over: saved })
    },
    draft: draft !== null && (isOpen || draft.over === saved) ? draft.parts : null,
    preview: (parts: Shown) => setDraft({ parts, over: saved }),
  }
}
