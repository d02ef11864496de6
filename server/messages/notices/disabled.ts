import { HOUR } from '#contract/base/time.ts'
import { notice } from '#server/messages/notice.ts'
import { resetAsked } from '#server/messages/receivers.ts'
import { mayTellAgain } from '#server/messages/rules.ts'

/** Someone, perhaps a stranger, asked for a new password of a disabled account. */
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
