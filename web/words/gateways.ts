import type { GatewaysTexts } from '#texts/en/console-gateways.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

export const sayOfGateways: Say<GatewaysTexts> = ownWords<GatewaysTexts>(
  (language) => import(`../../texts/${language}/console-gateways.ts`),
)
