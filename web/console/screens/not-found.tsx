import { Button } from '@mantine/core'
import { useSay } from '../../session/words.ts'
import { StatePage } from '../state-page.tsx'

/** For an address that is no screen, and for a shop that is not there. */
export function NotFound() {
  const say = useSay()
  return (
    <StatePage title={say('notFound')} hint={say('notFoundHint')}>
      <Button component="a" href="/" variant="filled" size="md">
        {say('toSignIn')}
      </Button>
    </StatePage>
  )
}
