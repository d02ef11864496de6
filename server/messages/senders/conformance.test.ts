import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HandOver } from '#server/messages/sender.ts'
import { type Msg91Reply, openMsg91 } from '#tests/support/vendors/msg91.ts'
import { msg91Sender } from './msg91.ts'
import { screenMailSender, screenSender } from './screen.ts'
import { smtpSender } from './smtp.ts'

/** The vendors run on this machine and speak the real wire format. */

const mobile = '9876543210'
const email = 'asha.verma@example.in'

interface Vendor {
  send(url: string, id: string, signal: AbortSignal): Promise<HandOver>
  open(): Promise<{ url: string; close(): Promise<void> }>
  /** Only what must be the same for a repeated message. */
  received: unknown[]
  /** Each makes the vendor behave so from now on. */
  accept(): void
  beSilent(): void
  refusals: Readonly<Record<string, () => void>>
  outages: Readonly<Record<string, () => void>>
  expected(id: string): unknown
  vendorId(id: string): string
}

function msg91(): Vendor {
  let reply: Msg91Reply | Promise<Msg91Reply> = { body: '' }
  const received: unknown[] = []
  const will = (next: typeof reply) => () => {
    reply = next
  }
  const error = (status: number): Msg91Reply => ({ status, body: { type: 'error', message: `not possible for 91${mobile}` } })
  return {
    received,
    open: () =>
      openMsg91((sms) => {
        received.push(sms)
        return reply
      }),
    send: (url, id, signal) =>
      msg91Sender({ authKey: 'key', url, templates: { otp: 'T1', token: 'T2', call: 'T3', refund: 'T4' } }).send(
        {
          id,
          locale: 'en',
          mobile,
          text: '',
          template: { name: 'token', values: ['The Very Long Name of a Shop 👨\u200d👩\u200d👧', '12'] },
        },
        signal,
      ),
    expected: () => ({ authKey: 'key', template: 'T2', mobile, values: { VAR1: 'The Very Long Name of a Shop ', VAR2: '12' } }),
    vendorId: () => '3966737375',
    accept: will({ body: { type: 'success', message: '3966737375' } }),
    beSilent: will(new Promise(() => {})),
    refusals: {
      'an error with status 200': will(error(200)),
      'an error with status 400': will(error(400)),
      'a wrong key': will(error(401)),
      'an address that is not on the list of the key': will(error(418)),
    },
    outages: {
      'too many requests': will({ ...error(429), headers: { 'retry-after': '30' } }),
      'a failure of the server': will(error(500)),
      'the page of a gateway': will({ status: 502, headers: { 'content-type': 'text/html' }, body: `<h1>Bad Gateway</h1>${mobile}` }),
      'an answer that cannot be read': will({ body: `${mobile} ok` }),
      'a redirect': will({ status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: mobile }),
    },
  }
}

function smtp(): Vendor {
  /** Of the answer to the recipient; null for no answer. */
  let status: number | null = 250
  const received: unknown[] = []
  const will = (next: typeof status) => () => {
    status = next
  }
  return {
    received,
    async open() {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onRcptTo(address, _session, done) {
          if (status === 250) done()
          else if (status !== null) done(Object.assign(new Error(`${address.address} is not possible`), { responseCode: status }))
        },
        onData(stream, session, done) {
          let source = ''
          stream.on('data', (part: Buffer) => {
            source += part.toString('utf8')
          })
          stream.on('end', () => {
            const head = (name: string) => new RegExp(`^${name}: (.+)\r$`, 'im').exec(source)?.[1]
            const to = session.envelope.rcptTo.map(({ address }) => address)
            const text = source.slice(source.indexOf('\r\n\r\n')).trim()
            received.push({ to, from: head('From'), subject: head('Subject'), id: head('Message-ID'), text })
            done()
          })
        },
      })
      server.on('error', () => {})
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      const at = server.server.address()
      if (at === null || typeof at === 'string') throw new Error('the mail server does not listen on a port')
      return { url: `smtp://127.0.0.1:${at.port}`, close: () => new Promise<void>((closed) => server.close(() => closed())) }
    },
    send: (url, id, signal) =>
      smtpSender({ url, from: 'queue@example.in' }).send(
        { id, locale: 'en', email, subject: 'Your code', text: 'The code is 12.' },
        signal,
      ),
    expected: (id) => ({ to: [email], from: 'queue@example.in', subject: 'Your code', id: `<${id}@127.0.0.1>`, text: 'The code is 12.' }),
    vendorId: (id) => `<${id}@127.0.0.1>`,
    accept: will(250),
    beSilent: will(null),
    refusals: { 'a mailbox that does not exist': will(550), 'a full mailbox': will(552) },
    outages: { 'a server that is busy': will(421), 'a mailbox that is locked': will(450), 'a failure of the server': will(451) },
  }
}

/** An error that a sender throws counts as an outage, as in `deliver.ts`. */
const outcomeOf = (sent: Promise<HandOver>): Promise<HandOver> =>
  sent.catch((error: unknown) => ({
    result: 'again',
    reason: error instanceof Error ? `${error.message} ${String(error.cause)}` : 'unknown',
  }))

describe.each([
  ['MSG91', msg91()],
  ['SMTP', smtp()],
])('the sender for %s', (_name, vendor) => {
  let at: Awaited<ReturnType<Vendor['open']>>
  beforeAll(async () => {
    at = await vendor.open()
  })
  afterAll(() => at.close())

  const attempt = (id: string, url = at.url, signal = AbortSignal.timeout(20_000)) => outcomeOf(vendor.send(url, id, signal))
  const expectFailure = (outcome: HandOver, result: 'again' | 'refused') => {
    expect(outcome).toEqual({ result, reason: expect.stringMatching(/\w/) })
    expect(JSON.stringify(outcome), 'the recipient').not.toMatch(new RegExp(`${mobile}|${email}|asha`))
  }

  test('passes a message on, and returns what the vendor calls it', async () => {
    vendor.accept()
    vendor.received.length = 0
    expect(await attempt('one')).toEqual({ result: 'sent', vendorId: vendor.vendorId('one') })
    expect(vendor.received).toEqual([vendor.expected('one')])
  })

  test('sends a repeated message with the same id, if the vendor knows one', async () => {
    vendor.accept()
    vendor.received.length = 0
    await attempt('two')
    await attempt('two')
    expect(vendor.received).toEqual([vendor.expected('two'), vendor.expected('two')])
  })

  test.each(Object.entries(vendor.refusals))('takes %s for a refusal, and names no recipient', async (_what, begin) => {
    begin()
    expectFailure(await attempt('three'), 'refused')
  })

  test.each(Object.entries(vendor.outages))('tries again after %s, and names no recipient', async (_what, begin) => {
    begin()
    expectFailure(await attempt('four'), 'again')
  })

  test('tries again if the vendor cannot be reached', async () => {
    const free = createServer()
    await new Promise<void>((ready) => free.listen(0, '127.0.0.1', ready))
    const bound = free.address()
    if (bound === null || typeof bound === 'string') throw new Error('there is no free port')
    await new Promise((closed) => free.close(closed))
    const url = new URL(at.url)
    url.port = String(bound.port)
    expectFailure(await attempt('five', url.href.replace(/\/$/, '')), 'again')
  })

  test('ends with its signal if the vendor is silent, and tries again', async () => {
    vendor.beSilent()
    const signal = AbortSignal.timeout(300)
    expectFailure(await attempt('six', at.url, signal), 'again')
    expect(signal.aborted, 'not before its signal').toBe(true)
  })
})

test('the screen takes every message: the person’s own page shows it', async () => {
  const signal = AbortSignal.timeout(1000)
  const message = { id: 'one', locale: 'en', text: 'The code is 12.' } as const
  const delivered = { result: 'delivered', vendorId: null }
  expect(await screenSender.send({ ...message, mobile, template: { name: 'otp', values: ['12'] } }, signal)).toEqual(delivered)
  expect(await screenMailSender.send({ ...message, email, subject: 'Your code' }, signal)).toEqual(delivered)
})

test('MSG91 gets the older template if the operator has not registered the one of this kind, and none without both', async () => {
  const received: unknown[] = []
  const at = await openMsg91((sms) => {
    received.push(sms)
    return { body: { type: 'success', message: '1' } }
  })
  const templates = { otp: 'T1', token: 'T2', call: 'T3', refund: 'T4' }
  const template = { name: 'booking', values: ['Café', '12 for 26 Nov, 6:00 pm'] } as const
  const send = (settings: Partial<Record<'booking', string>>, otherwise?: { name: 'token' | 'promise'; values: string[] }) =>
    msg91Sender({ authKey: 'key', url: at.url, templates: { ...templates, ...settings } }).send(
      { id: 'one', locale: 'en', mobile, text: '', template, otherwise },
      AbortSignal.timeout(20_000),
    )
  const older = { name: 'token' as const, values: ['Café', '12'] }
  await send({ booking: 'T5' }, older)
  await send({}, older)
  expect(await send({}, { name: 'promise', values: [] })).toEqual({ result: 'refused', reason: expect.stringContaining('booking') })
  expect(received).toMatchObject([
    { template: 'T5', values: { VAR1: 'Café', VAR2: '12 for 26 Nov, 6:00 pm' } },
    { template: 'T2', values: { VAR1: 'Café', VAR2: '12' } },
  ])
  await at.close()
})
