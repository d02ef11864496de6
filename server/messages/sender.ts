/** A message to one person: the template's kind and its values, and the text they make in the person's language. */
interface Message {
  /** Ours; goes along so that a repeated hand-over can be told. */
  id: string
  locale: 'en' | 'hi'
  params: Readonly<Record<string, string>>
  text: string
}

/** A message to a phone. */
export interface Outgoing extends Message {
  kind: 'otp' | 'token' | 'call' | 'refund'
  /** Ten digits; the sender adds the country code. */
  mobile: string
}

/** A message to a mailbox. */
export interface OutgoingMail extends Message {
  kind: 'reset'
  email: string
  subject: string
}

/** What became of a hand-over. `again` is worth another try, `refused` is not. */
export type HandOver = { result: 'sent' | 'delivered'; vendorId: string | null } | { result: 'again' | 'refused'; reason: string }

/** The port that every channel to a phone implements. It knows no ticket and no database; it may take its time, outside of any transaction. */
export interface Sender {
  channel: 'screen' | 'sms'
  send(message: Outgoing): Promise<HandOver>
}

/** The same port for mail. */
export interface MailSender {
  channel: 'screen' | 'email'
  send(message: OutgoingMail): Promise<HandOver>
}
