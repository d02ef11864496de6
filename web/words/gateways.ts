import type { GatewaysTexts } from '#texts/en/console-gateways.ts'
import type { Say } from '#texts/speak.ts'
import { ownWords } from './own-words.ts'

/** Says a text of the vendors' accounts in the person's language. */
export const sayOfGateways: Say<GatewaysTexts> = ownWords<GatewaysTexts>(
  (language) => import(`../../texts/${language}/console-gateways.ts`),
)
