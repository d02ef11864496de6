import { Button } from '@mantine/core'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useSay } from '../../session/words.ts'
import { ScreenMissing } from '../lazy-screen.ts'
import { StatePage } from '../state-page.tsx'
import { NotFound } from './not-found.tsx'

/** What is shown where a screen could not be: its script did not arrive, or something unexpected was thrown. */
export function ErrorScreen() {
  const say = useSay()
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const late = error instanceof ScreenMissing
  return (
    <StatePage title={late ? say('chunkFailed') : say('unexpected')} hint={late ? say('chunkFailedHint') : say('unexpectedHint')}>
      {/* A failed script is remembered by the page as failed: only a new page asks for it again. */}
      <Button variant="filled" size="md" onClick={() => window.location.reload()}>
        {late ? say('tryAgain') : say('reload')}
      </Button>
      <Button component="a" href="/" size="md">
        {say('toSignIn')}
      </Button>
    </StatePage>
  )
}
