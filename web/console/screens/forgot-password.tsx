import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useSay } from '../../session/words.ts'
import { StatePage } from '../state-page.tsx'

/** Resetting a password has no call yet: the page says who does it meanwhile. */
export function Screen() {
  const say = useSay()
  return (
    <StatePage
      title={say('forgotPasswordTitle')}
      hint={
        <>
          {say('comesLater')} {say('resetByOperator')}
        </>
      }
    >
      <Button component={Link} to="/" variant="filled" size="md">
        {say('toSignIn')}
      </Button>
    </StatePage>
  )
}
