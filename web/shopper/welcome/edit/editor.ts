import type { DisplayTexts } from '../../../../texts/displays.en.ts'
import { type Catalogue, speak } from '../../../../texts/speak.ts'
import { mayEdit } from '../../../features/displays/shopper-display-api.ts'
import { EditBox } from './EditBox.tsx'
import { EditToggle } from './EditToggle.tsx'
import type { EditorSay } from './words.ts'

/** The parts of the edit mode, with their own words. */
export interface Editor {
  EditToggle: typeof EditToggle
  EditBox: typeof EditBox
  say: EditorSay
}

/** The edit mode of a shop's display, or null where the signed-in account may not change it. */
export async function editorFor(shop: { id: string; mallId: string }, locale: 'en' | 'hi'): Promise<Editor | null> {
  if (!(await mayEdit(shop))) return null
  const texts: Catalogue<DisplayTexts> =
    locale === 'hi'
      ? await import('../../../../texts/displays.hi.ts').then((module) => module.hi)
      : await import('../../../../texts/displays.en.ts').then((module) => module.en)
  return { EditToggle, EditBox, say: speak<DisplayTexts>(locale, texts) }
}
