import type { DisplayTexts } from '../../../../texts/displays.en.ts'
import { type Catalogue, speak } from '../../../../texts/speak.ts'
import { mayEdit } from '../../../features/displays/shopper-display-api.ts'
import { EditableDisplay } from './EditableDisplay.tsx'
import type { EditorSay } from './words.ts'

/** The display with its edit mode, and its words. */
export interface Editor {
  EditableDisplay: typeof EditableDisplay
  say: EditorSay
}

/** What an editor of this shop's display needs, or null where the signed-in account may not change it. */
export async function editorFor(shop: { id: string; mallId: string }, locale: 'en' | 'hi'): Promise<Editor | null> {
  if (!(await mayEdit(shop))) return null
  const texts: Catalogue<DisplayTexts> =
    locale === 'hi'
      ? await import('../../../../texts/displays.hi.ts').then((module) => module.hi)
      : await import('../../../../texts/displays.en.ts').then((module) => module.en)
  return { EditableDisplay, say: speak<DisplayTexts>(locale, texts) }
}
