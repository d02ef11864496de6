import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { accountHolder } from '#server/messages/receivers.ts'
import { mayTellAgain } from '#server/messages/rules.ts'

/** A second factor that was added or removed. */
export const factor = notice({
  kind: 'factor',
  causes: ['account.alert'],
  to: 'mailbox',
  receiver: accountHolder,
  when: (_found, { alert }) => alert === 'factor',
  variables: () => ({}),
  timeToLive: 24 * HOUR,
  slots: 10,
  mayGo: mayTellAgain,
  // A demo has no mailboxes.
  channels: ['email'],
  text: 'factor',
  subject: 'factorSubject',
})
