import { Button } from '@mantine/core'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ScreenMissing } from '#web/console/lazy-screen.ts'
import { StatePage } from '#web/console/state-page.tsx'
import { say } from '#web/words/words.ts'
import { NotFound } from './not-found.tsx'

export function ErrorScreen() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const late = error instanceof ScreenMissing
  return (
    <StatePage title={late ? say('chunkFailed') : say('unexpected')} hint={late ? say('chunkFailedHint') : say('unexpectedHint')}>
      {/* The page remembers a failed script as failed. Only a new page requests it again. */}
      <Button variant="filled" size="md" onClick={() => window.location.reload()}>
        {late ? say('tryAgain') : say('reload')}
      </Button>
      <Button component="a" href="/" size="md">
        {say('toSignIn')}
      </Button>
    </StatePage>
  )
}
