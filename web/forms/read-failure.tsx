import { Button } from '@mantine/core'
import { Trouble } from '#web/ui/trouble.tsx'
import { say } from '#web/words/words.ts'

export function ReadFailure({ text, retry }: { text: string; retry: () => unknown }) {
  return (
    <Trouble>
      {text}{' '}
      <Button size="xs" onClick={() => retry()}>
        {say('tryAgain')}
      </Button>
    </Trouble>
  )
}
