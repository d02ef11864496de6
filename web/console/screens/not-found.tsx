import { Button } from '@mantine/core'
import { StatePage } from '#web/console/state-page.tsx'
import { useSession } from '#web/session/use-session.ts'
import { say } from '#web/words/words.ts'

/** For an address without a screen, and for a shop that does not exist. */
export function NotFound() {
  const signedIn = useSession() !== null
  return (
    <StatePage title={say('notFound')} hint={say('notFoundHint')}>
      <Button component="a" href="/" variant="filled" size="md">
        {say(signedIn ? 'ownPage' : 'toSignIn')}
      </Button>
    </StatePage>
  )
}
