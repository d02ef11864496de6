import { useContext } from 'react'
import { Trouble } from '#web/ui/trouble.tsx'
import { failureWords } from '#web/words/failure.ts'
import { Words } from '#web/words/words.ts'

/** What the server said about the whole form; nothing while nothing has failed. */
export function FormFailure({ failure }: { failure: unknown }) {
  const { say, locale } = useContext(Words)
  return <Trouble>{failure === null || failure === undefined ? null : failureWords(say, locale, failure)}</Trouble>
}
