import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../config.ts'
import type { MailSender } from '../sender.ts'

/** A mail server that is silent for so long (ms) counts as not there. */
const PATIENCE_MS = 10_000

/** Sends mail through an SMTP server (`smtp://`, `smtps://`, user and password in the address). */
export function smtpSender({ url, from }: MailSettings): MailSender {
  const transport = createTransport({ url, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS } as {
    url: string
  })
  return {
    channel: 'email',
    async send({ id, email, subject, text }) {
      try {
        const sent = await transport.sendMail({ from, to: email, subject, text, messageId: `<${id}@${new URL(url).hostname}>` })
        return { result: 'sent', vendorId: sent.messageId }
      } catch (error) {
        const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        // 5xx is the server's final no; everything else may pass.
        return {
          result: status >= 500 ? 'refused' : 'again',
          reason: status > 0 ? `the mail server answered ${status}` : 'the mail server does not answer',
        }
      }
    },
  }
}
