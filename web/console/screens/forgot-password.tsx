import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Gate } from '#web/console/gate.tsx'
import { type Asked, AskForResetForm, FinishResetForm, roles } from '#web/features/accounts/reset-forms.tsx'
import { takeFragment } from '#web/session/fragment.ts'
import { tell } from '#web/ui/tell.tsx'
import { sayOfAccounts } from '#web/words/account.ts'
import { say } from '#web/words/words.ts'

/** From a link in a mail, for the second step; null without such a link. */
function askedByLink(): Asked | null {
  const link = takeFragment('email', 'role', 'code')
  const role = link && roles.find((one) => one === link.role)
  return link && role
    ? { email: link.email, role, message: sayOfAccounts('fromLink', { email: link.email }), code: link.code, byLink: true }
    : null
}

/** `/forgotpassword`: email and role, then the new password with the code from the email. Afterwards step 1 again, empty. */
export function Screen() {
  const [about, setAbout] = useState(askedByLink)
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
