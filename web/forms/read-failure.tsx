import { Button } from '@mantine/core'
import { Trouble } from '#web/ui/trouble.tsx'
import { useSay } from '#web/words/words.ts'

/** Says what could not be read, with a button to try again. */
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
