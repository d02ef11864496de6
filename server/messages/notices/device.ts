import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { accountHolder } from '#server/messages/receivers.ts'
import { mayTellAgain } from '#server/messages/rules.ts'

/** A sign-in from a browser that the account has not used before. */
export const device = notice({
  kind: 'device',
  causes: ['account.alert'],
  to: 'mailbox',
  receiver: accountHolder,
  when: (_found, { alert }) => alert === 'device',
  variables: () => ({}),
  timeToLive: 24 * HOUR,
  slots: 10,
  mayGo: mayTellAgain,
  // A demo has no mailboxes.
  channels: ['email'],
  text: 'device',
  subject: 'deviceSubject',
})
