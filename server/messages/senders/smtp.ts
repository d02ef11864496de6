import { isThisMachine } from '#server/addresses.ts'
import type { MailSettings } from '#server/config.ts'
import { lazily } from '#server/kit/lazily.ts'
import type { MailSender } from '#server/messages/sender.ts'

/** `smtp://` with STARTTLS, or `smtps://`; user and password are in the address. */
export function smtpSender({ url, from }: MailSettings): MailSender {
  // codes of password resets never travel in plain text, even if an attacker hides that the server offers TLS
  const requireTLS = !isThisMachine(new URL(url).hostname)
  // Loaded with the first mail: a server without mail needs no memory for it.
  const opened = lazily(async () => (await import('nodemailer')).createTransport({ url, requireTLS } as { url: string }))
  return {
    channel: 'email',
    async send({ id, email, subject, text }, signal) {
      try {
        const transport = await opened()
        const sent = await transport.sendMail({ from, to: email, subject, text, messageId: `<${id}@${new URL(url).hostname}>`, signal })
        return { result: 'sent', vendorId: sent.messageId }
      } catch (error) {
        const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        // 5xx is permanent; all other errors may be temporary.
        return {
          result: status >= 500 ? 'refused' : 'again',
          reason: status > 0 ? `the mail server answered ${status}` : 'the mail server does not answer',
        }
      }
    },
  }
}
