import { Trouble } from '#web/ui/trouble.tsx'
import { failureWords } from '#web/words/failure.ts'

/** What the server said about the whole form. */
export function FormFailure({ failure }: { failure: unknown }) {
  return <Trouble>{failure === null || failure === undefined ? null : failureWords(failure)}</Trouble>
}
