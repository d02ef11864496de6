import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { signUp } from '#server/messages/receivers.ts'
import { mayTellAgain } from '#server/messages/rules.ts'

/** A sign-up with the email of an account: its holder learns of it, the caller does not. */
export const taken = notice({
  kind: 'taken',
  causes: ['sign-up.asked'],
  to: 'mailbox',
  receiver: signUp,
  when: ({ isKnown }) => isKnown,
  variables: () => ({}),
  timeToLive: 12 * HOUR,
  slots: 10,
  mayGo: mayTellAgain,
  channels: ['email', 'screen'],
  text: 'taken',
  subject: 'takenSubject',
})
