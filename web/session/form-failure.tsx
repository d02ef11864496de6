import { Alert } from '@mantine/core'
import { useContext } from 'react'
import { Icon } from '../ui/icons.tsx'
import { failureWords } from './failure-words.ts'
import { Words } from './words.ts'

/** What the server said about the whole form; nothing while nothing has failed. */
export function FormFailure({ failure }: { failure: unknown }) {
  const { say, locale } = useContext(Words)
  if (failure === null || failure === undefined) return null
  return (
    <Alert role="alert" color="red" variant="light" className="alert" icon={<Icon name="warning" />}>
      {failureWords(say, locale, failure)}
    </Alert>
  )
}
