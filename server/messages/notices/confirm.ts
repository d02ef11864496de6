import { HOUR } from '#contract/base/time.ts'
import { mailWait } from '#server/accounts/rules.ts'
import { notice } from '#server/messages/notice.ts'
import { signUp } from '#server/messages/receivers.ts'

export const confirm = notice({
  kind: 'confirm',
  causes: ['sign-up.asked'],
  to: 'mailbox',
  receiver: signUp,
  when: ({ isKnown }) => !isKnown,
  // The part after `#` reaches no server and no log.
  secret: (code, { origin }) => ({ link: `${origin}/#${new URLSearchParams({ confirm: code })}` }),
  timeToLive: 12 * HOUR,
  slots: 10,
  mayGo: (sent, now) => mailWait(sent, now) === 0,
  channels: ['email', 'screen'],
  text: 'confirm',
  subject: 'confirmSubject',
})
