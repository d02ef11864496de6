import { Button } from '@mantine/core'
import { Trouble } from '../ui/trouble.tsx'
import { useSay } from './words.ts'

/** Says what could not be read, with the way to try it again. */
export function ReadFailure({ text, retry }: { text: string; retry: () => unknown }) {
  const say = useSay()
  return (
    <Trouble>
      {text}{' '}
      <Button size="xs" onClick={() => retry()}>
        {say('tryAgain')}
      </Button>
    </Trouble>
  )
}
