import { MINUTE } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { resetAsked } from '#server/messages/receivers.ts'

/** The code, alone and in a link. Codes are limited when they are made, so the mail has no limit of its own. */
export const reset = notice({
  kind: 'reset',
  causes: ['reset.asked'],
  to: 'mailbox',
  receiver: resetAsked,
  when: ({ isDisabled }) => !isDisabled,
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
