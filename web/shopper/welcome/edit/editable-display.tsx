import { useState } from 'react'
import type { StorefrontWire } from '#contract/storefront/shapes.ts'
import { Drawing, Icon } from '#web/shopper/parts/icon.tsx'
import { Banner } from '#web/shopper/welcome/banner.tsx'
import { EditBox } from './edit-box.tsx'
import type { EditorSay } from './words.ts'
import './edit.css'

const PENCIL = 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5'

type Shown = Partial<StorefrontWire['display']>

/** `?edit=1` opens the edit box, too. */
export function EditableDisplay({ storefront, say }: { storefront: StorefrontWire; say: EditorSay }) {
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).get('edit') === '1')
  const [draft, setDraft] = useState<{ parts: Shown; over: StorefrontWire['display'] } | null>(null)
  const saved = storefront.display
  // What was saved stays visible until the display has been read again.
  const shown = draft !== null && (isOpen || draft.over === saved) ? { ...storefront, display: { ...saved, ...draft.parts } } : storefront
  const show = (parts: Shown) => setDraft({ parts, over: saved })
  const close = (parts?: Shown) => {
    setOpen(false)
    if (parts) show(parts)
    else setDraft(null)
  }
  return (
    <>
      <Banner storefront={shown}>
        <button
          type="button"
          id="edit-toggle"
          className="chip edit-toggle"
          aria-expanded={isOpen}
          aria-controls="edit-box"
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          {isOpen ? <Icon name="close" /> : <Drawing path={PENCIL} />}
          {say('edit')}
        </button>
      </Banner>
      {isOpen && <EditBox storefront={storefront} say={say} preview={show} close={close} />}
    </>
  )
}
