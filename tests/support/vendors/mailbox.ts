import { SMTPServer } from 'smtp-server'
import { eventually } from '#tests/support/server/app.ts'

export interface ReceivedMail {
  to: string
  text: string
}

export interface Mailbox {
  url: string
  mails: readonly ReceivedMail[]
  /** Waits for a mail whose text matches, and returns the newest one. */
  mailTo(address: string, text: RegExp): Promise<ReceivedMail>
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo
        mails.push({ to: recipient?.address ?? '', text: decoded(Buffer.concat(parts).toString('utf8')) })
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the mail server does not listen on a port')
  return {
    url: `smtp://127.0.0.1:${bound.port}`,
    mails,
    mailTo: (address, text) => eventually(() => mails.findLast((mail) => mail.to === address && text.test(mail.text))),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** The text of a mail, decoded from quoted-printable or base64. */
function decoded(source: string): string {
  const cut = source.indexOf('\r\n\r\n')
  const [head, body] = [source.slice(0, cut), source.slice(cut + 4)]
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
