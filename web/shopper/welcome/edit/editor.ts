import type { Locale } from '#contract/base/locale.ts'
import type { DisplayTexts } from '#texts/en/displays.ts'
import { type Catalogue, speak } from '#texts/speak.ts'
import { mayEdit } from '#web/data/shopper/displays.ts'
import { EditableDisplay } from './editable-display.tsx'
import type { EditorSay } from './words.ts'

/** The display with its edit mode, and its words. */
export interface Editor {
  EditableDisplay: typeof EditableDisplay
  say: EditorSay
}

const catalogues: Readonly<Record<Locale, () => Promise<Catalogue<DisplayTexts>>>> = {
  en: () => import('#texts/en/displays.ts').then((module) => module.en),
  hi: () => import('#texts/hi/displays.ts').then((module) => module.hi),
}

/** What an editor of this shop's display needs, or null if the signed-in account does not have permission to change it. */
export async function editorFor(shop: { id: string; mallId: string }, locale: Locale): Promise<Editor | null> {
  if (!(await mayEdit(shop))) return null
  return { EditableDisplay, say: speak<DisplayTexts>(locale, await catalogues[locale]()) }
}
