import { Icon } from '../../parts/Icon.tsx'
import type { EditorSay } from './words.ts'
import './edit.css'

/** Opens and closes the edit box. */
export function EditToggle({ say, isOpen, press }: { say: EditorSay; isOpen: boolean; press: () => void }) {
  return (
    <button type="button" id="edit-toggle" className="chip edit-toggle" aria-expanded={isOpen} aria-controls="edit-box" onClick={press}>
      <Icon name={isOpen ? 'close' : 'pencil'} />
      {say('edit')}
    </button>
  )
}
