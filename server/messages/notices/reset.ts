import type { Role } from '#contract/accounts/accounts.ts'
import { MINUTE } from '#contract/base/time.ts'
import { isResetDue, renewOldReset } from '#server/accounts/reset-password.ts'
import { type Found, notice, type Receiver } from '#server/messages/notice.ts'
import type { Relayed } from '#server/outbox/event.ts'

interface Asked extends Found {
  role: Role
}

/** The mailbox of an account that may get a code now. Only here is it checked whether the account exists, and the code is made. */
const askedFor: Receiver<'reset.asked' | 'reset.requested', Asked> = {
  async find(deps, tx, events) {
    const found = new Map<Relayed, Asked>()
    for (const event of events) {
      const to = { address: event.email, locale: event.locale, ticket: null }
      if (event.kind === 'reset.asked') {
        if (await isResetDue(deps, tx, event.at, event)) found.set(event, { ...to, role: event.role, sealed: event.sealedCode })
      } else {
        const renewed = await renewOldReset(deps, tx, event.at, event.email)
        if (renewed) found.set(event, { ...to, role: renewed.role, sealed: renewed.sealedCode })
      }
    }
    return found
  },
}

/** The code for a new password, alone and in a link. Codes are limited when they are made, so the mail has no limit of its own. */
export const reset = notice({
  kind: 'reset',
  causes: ['reset.asked', 'reset.requested'],
  to: 'mailbox',
  receiver: askedFor,
  variables: ({ role }) => ({ role }),
  // The part after `#` reaches no server and no log.
  secret: (code, { address, variables, origin }) => ({
    code,
    link: `${origin}/forgotpassword#${new URLSearchParams({ email: address, ...variables, code })}`,
  }),
  timeToLive: 30 * MINUTE,
  slots: 10,
  channels: ['email', 'screen'],
  text: 'reset',
  subject: 'resetSubject',
})
