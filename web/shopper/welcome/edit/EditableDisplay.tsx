import { useState } from 'react'
import type { StorefrontWire } from '../../../../contract/storefront.wire.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Banner } from '../Banner.tsx'
import { EditBox } from './EditBox.tsx'
import type { EditorSay } from './words.ts'
import './edit.css'

type Shown = Partial<StorefrontWire['display']>

/** The display with the toggle that opens its edit box (`?edit=1` opens it, too); what is typed there shows at once. */
export function EditableDisplay({ storefront, say }: { storefront: StorefrontWire; say: EditorSay }) {
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).get('edit') === '1')
  const [draft, setDraft] = useState<{ parts: Shown; over: StorefrontWire['display'] } | null>(null)
  const saved = storefront.display
  // What was saved stays in sight until the display has been read anew.
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
          <Icon name={isOpen ? 'close' : 'pencil'} />
          {say('edit')}
        </button>
      </Banner>
      {isOpen && <EditBox storefront={storefront} say={say} preview={show} close={close} />}
    </>
  )
}
