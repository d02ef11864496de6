import type { TodayTexts } from '#texts/en/console-today.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

export const sayOfToday: Say<TodayTexts> = ownWords<TodayTexts>((language) => import(`../../texts/${language}/console-today.ts`))
