import type { Locale } from '#contract/base/locale.ts'
import type { Msg91Settings } from '#server/sms-settings.ts'

/** In the person's language. A vendor of registered templates, such as MSG91, sends its own text instead. */
interface Message {
  /** Our own id. A mail carries it as its Message-ID, so that a mailbox can detect a duplicate; MSG91 has no such field. */
  id: string
  locale: Locale
  text: string
}

export interface Outgoing extends Message {
  /** Ten digits; the sender adds the country code. */
  mobile: string
  /** `name` is a key of the settings; the values are in the registered order. */
  template: Template
  /** An older template, used if `template` has not been registered. */
  otherwise?: Template | undefined
}

interface Template {
  name: keyof Msg91Settings['templates']
  values: readonly string[]
}

export interface OutgoingMail extends Message {
  email: string
  subject: string
}

/** `again` is worth a retry, `refused` is not. */
export type HandOver = { result: 'sent' | 'delivered'; vendorId: string | null } | { result: 'again' | 'refused'; reason: string }

/**
 * The port of every channel to a phone. It knows no ticket and no database, and works outside any transaction. It stops when the `signal`
 * says that this try has timed out. A message that the vendor has accepted by then may arrive, and the retry may send it again.
 */
export interface Sender {
  channel: 'screen' | 'sms'
  send(message: Outgoing, signal: AbortSignal): Promise<HandOver>
}

export interface MailSender {
  channel: 'screen' | 'email'
  send(message: OutgoingMail, signal: AbortSignal): Promise<HandOver>
}
