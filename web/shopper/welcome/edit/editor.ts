import type { Locale } from '#contract/base/locale.ts'
import { mayEdit } from '#web/data/shopper/displays.ts'
import { sayWords } from '#web/shopper/words.ts'
import { EditableDisplay } from './editable-display.tsx'
import type { EditorSay } from './words.ts'

export interface Editor {
  EditableDisplay: typeof EditableDisplay
  say: EditorSay
}

/** Null if the signed-in account does not have permission to change the display. */
export async function editorFor(shop: { id: string; mallId: string }, locale: Locale): Promise<Editor | null> {
  if (!(await mayEdit(shop))) return null
  return { EditableDisplay, say: await sayWords('displays', locale) }
}
