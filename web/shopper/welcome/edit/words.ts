import type { DisplayTexts } from '#texts/en/displays.ts'
import type { Say } from '#texts/speak.ts'

export type EditorSay = Say<DisplayTexts>
