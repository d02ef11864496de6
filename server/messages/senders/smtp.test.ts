import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpSender } from './smtp.ts'

/** A mail server without STARTTLS: an attacker on the network can make ours look like this. */
let taken = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    taken += 1
    stream.resume().on('end', () => done())
  },
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '0.0.0.0', ready))
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the mail server has no port')
  port = bound.port
})
afterAll(() => new Promise<void>((closed) => server.close(() => closed())))

const mail = {
  id: 'one',
  locale: 'en',
  email: 'asha@example.in',
  subject: 'Code',
  text: 'Your code is 1.',
} as const
const sendTo = (host: string) =>
  smtpSender({ url: `smtp://${host}:${port}`, from: 'queue@example.in' }).send(mail, AbortSignal.timeout(10_000))

test('a code never goes over a network in plain text, even if the mail server seems to offer no TLS', async () => {
  // this address leads to this machine, but it does not count as one of the machine's own (`isThisMachine`)
  expect(await sendTo('0.0.0.0')).toMatchObject({ result: 'refused' })
  expect(taken).toBe(0)
  expect(await sendTo('127.0.0.1')).toMatchObject({ result: 'sent' })
  expect(taken).toBe(1)
})
