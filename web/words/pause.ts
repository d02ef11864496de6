import type { PauseTexts } from '#texts/en/pause.ts'
import type { Say, TextFile } from '#texts/speak.ts'
import { otherLocale } from './own-locale.ts'
import { ownWords } from './own-words.ts'

const file: TextFile = (language) => import(`../../texts/${language}/pause.ts`)

export const sayOfPause: Say<PauseTexts> = ownWords<PauseTexts>(file)

/** Says a text in the other language, as the board does. */
export const sayOfPauseToo: Say<PauseTexts> = ownWords<PauseTexts>(file, otherLocale)
