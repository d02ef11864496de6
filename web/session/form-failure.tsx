import { useContext } from 'react'
import { Trouble } from '../ui/trouble.tsx'
import { failureWords } from './failure-words.ts'
import { Words } from './words.ts'

/** What the server said about the whole form; nothing while nothing has failed. */
export function FormFailure({ failure }: { failure: unknown }) {
  const { say, locale } = useContext(Words)
  return <Trouble>{failure === null || failure === undefined ? null : failureWords(say, locale, failure)}</Trouble>
}
