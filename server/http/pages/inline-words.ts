import type { InlineTexts } from '#texts/en/inline.ts'
import { sayInEach } from '#texts/speak.ts'

/** For sentences inside a document, for browsers that get no script. */
export const sayInline = await sayInEach<InlineTexts>((language) => import(`#texts/${language}/inline.ts`))
