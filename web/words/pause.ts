import type { Locale } from '#contract/base/locale.ts'
import { en, type PauseTexts } from '#texts/en/pause.ts'
import { hi } from '#texts/hi/pause.ts'
import { type Say, speak } from '#texts/speak.ts'

/** Says what shoppers read about a pause, in each language: the board and the preview show two. */
export const sayOfPause: Readonly<Record<Locale, Say<PauseTexts>>> = {
  en: speak<PauseTexts>('en', en),
  hi: speak<PauseTexts>('hi', hi),
}
