import type { DisplayTexts } from '#texts/en/displays.ts'
import type { Say } from '#texts/speak.ts'

/** Says a text of the edit mode. */
export type EditorSay = Say<DisplayTexts>
