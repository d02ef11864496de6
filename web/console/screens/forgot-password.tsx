import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Asked, AskForResetForm, FinishResetForm } from '../../features/accounts/reset-forms.tsx'
import { sayOfAccounts } from '../../session/account-words.ts'
import { useSay } from '../../session/words.ts'
import { tell } from '../../ui/tell.tsx'
import { Gate } from '../gate.tsx'

/** `/forgotpassword`: email and role, then the new password with the code from the email; then step 1 again, empty. */
export function Screen() {
  const say = useSay()
  const [about, setAbout] = useState<Asked | null>(null)
  const login = (
    <Anchor component={Link} to="/">
      {sayOfAccounts('backToLogin')}
    </Anchor>
  )
  return (
    <Gate>
      {about === null ? (
        <AskForResetForm asked={setAbout} login={login} />
      ) : (
        <FinishResetForm
          about={about}
          login={login}
          back={() => setAbout(null)}
          done={() => {
            tell({ topic: 'account', text: sayOfAccounts('passwordUpdated'), close: say('closeMessage') })
            setAbout(null)
          }}
        />
      )}
    </Gate>
  )
}
