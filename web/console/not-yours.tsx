import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/screens.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import { StatePage } from './state-page.tsx'

/** The page of a mall that this account does not manage. */
export function NotYours() {
  return (
    <StatePage title={sayOfPlaces('notYourMall')} hint={sayOfPlaces('notYourMallHint')}>
      <Button component={Link} to={paths.login()} variant="filled" size="md">
        {say('ownPage')}
      </Button>
    </StatePage>
  )
}
