import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { accountHolder } from '#server/messages/receivers.ts'
import { mayTellAgain } from '#server/messages/rules.ts'

/** A run of failed sign-ins. */
export const failures = notice({
  kind: 'failures',
  causes: ['account.alert'],
  to: 'mailbox',
  receiver: accountHolder,
  when: (_found, { alert }) => alert === 'failures',
  variables: () => ({}),
  timeToLive: 24 * HOUR,
  slots: 10,
  mayGo: mayTellAgain,
  // A demo has no mailboxes.
  channels: ['email'],
  text: 'failures',
  subject: 'failuresSubject',
})
