import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SECOND } from '#contract/base/time.ts'
import { checkUser } from '#contract/sign-in/calls.ts'
import { sendOtp } from '#contract/verification/calls.ts'
import { openLog } from '#server/kit/log.ts'
import { smtpSender } from '#server/messages/senders/smtp.ts'
import { send } from '#tests/support/calls/client.ts'
import { newMobile } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'
import { operator, type ProductionApp, productionApp, type VendorAnswer } from '#tests/support/server/production.ts'

let app: ProductionApp | undefined
let mailServer: { url: string; open: Set<Socket>; close(): Promise<void> }
/** Answers that the vendor holds back until the end of the test, by mobile. */
let keptBack: Map<string, PromiseWithResolvers<Awaited<ReturnType<VendorAnswer>>>>
const lines: string[] = []

beforeEach(async () => {
  lines.length = 0
  keptBack = new Map()
  mailServer = await silentMailServer()
})
afterEach(async () => {
  for (const { resolve } of keptBack.values()) resolve({ type: 'error', message: 'over' })
  await mailServer.close()
  await app?.stop()
  app = undefined
})

/** A mail server that accepts connections, sends `greeting`, and then nothing more. */
async function silentMailServer(greeting = ''): Promise<typeof mailServer> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(
      socket
        .on('error', () => {})
        .on('close', () => open.delete(socket))
        .resume(),
    )
    if (greeting !== '') socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the mail server does not listen on a port')
  return {
    url: `smtp://127.0.0.1:${at.port}`,
    open,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const start = async (): Promise<ProductionApp> => {
  app = await productionApp({
    env: { SMTP_URL: mailServer.url },
    log: openLog('warn', { write: (line) => void lines.push(line) }),
    answer: (mobile) => keptBack.get(mobile)?.promise ?? { type: 'success', message: 'taken' },
  })
  return app
}
const ask = async ({ address }: ProductionApp, mobile: string) => {
  const asked = await send(address, sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
  expect(asked.status).toBe(200)
}
const messageTo = async ({ database }: ProductionApp, mobile: string) =>
  database.db.selectFrom('message').select(['state', 'tries', 'vendorId', 'sealed']).where('mobile', '=', mobile).executeTakeFirstOrThrow()

/** Waits until the vendor has the passcode. */
async function passcodeArrives(running: ProductionApp): Promise<void> {
  const mobile = newMobile()
  await ask(running, mobile)
  await eventually(() => running.codeOf(mobile))
}

describe('a passcode', () => {
  test('does not wait for a mail server that accepts a connection and stays silent', async () => {
    const running = await start()
    const asked = await send(running.address, checkUser, { body: { email: operator.email, role: 'superadmin' } })
    expect(asked.status).toBe(200)
    await eventually(() => (mailServer.open.size > 0 ? true : undefined))
    await passcodeArrives(running)
    expect(mailServer.open.size, 'the mail is still on its way').toBe(1)
  })

  test('does not wait for another passcode that the vendor takes slowly', async () => {
    const running = await start()
    const slow = newMobile()
    keptBack.set(slow, Promise.withResolvers())
    await ask(running, slow)
    await eventually(() => running.codeOf(slow))
    for (let i = 0; i < 3; i += 1) await passcodeArrives(running)
    expect(await messageTo(running, slow), 'still on its first try').toMatchObject({ state: 'queued', tries: 1 })
  })
})

test('of two attempts to send one message the later one counts, however late the first one ends', async () => {
  const running = await start()
  const mobile = newMobile()
  const first: PromiseWithResolvers<Awaited<ReturnType<VendorAnswer>>> = Promise.withResolvers()
  keptBack.set(mobile, first)
  await ask(running, mobile)
  await eventually(() => running.codeOf(mobile))
  // The first worker hangs: its lease ends, and the message is retried.
  keptBack.delete(mobile)
  running.clock.advance(21 * SECOND)
  const sent = await eventually(async () => {
    const message = await messageTo(running, mobile)
    return message.state === 'sent' ? message : undefined
  })
  expect(sent).toMatchObject({ tries: 2, vendorId: 'taken', sealed: null })
  first.resolve({ type: 'error', message: 'no such template' })
  await eventually(() => (lines.some((line) => line.includes('came after its lease')) ? true : undefined))
  expect(await messageTo(running, mobile)).toEqual(sent)
})

test('a mail that times out closes its connection to the mail server in every phase', async () => {
  for (const greeting of ['', '220 mail.example.in ESMTP\r\n']) {
    const server = await silentMailServer(greeting)
    const { send } = smtpSender({ url: server.url, from: 'queue@example.in' })
    const message = {
      id: 'one',
      locale: 'en',
      text: 'a code',
      subject: 'a code',
      email: 'asha@example.in',
    } as const
    const outcome = await send(message, AbortSignal.timeout(300))
    expect(outcome).toEqual({ result: 'again', reason: 'the mail server does not answer' })
    await eventually(() => (server.open.size === 0 ? true : undefined))
    await server.close()
  }
})
