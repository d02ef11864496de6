import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { resetAsked } from '#server/messages/receivers.ts'
import { mayTellAgain } from '#server/messages/rules.ts'

/** The holder of a disabled account asked for a new password. */
export const disabled = notice({
  kind: 'disabled',
  causes: ['reset.asked'],
  to: 'mailbox',
  receiver: resetAsked,
  when: ({ isDisabled }) => isDisabled,
  variables: () => ({}),
  timeToLive: 12 * HOUR,
  slots: 10,
  mayGo: mayTellAgain,
  channels: ['email', 'screen'],
  text: 'disabled',
  subject: 'disabledSubject',
})
