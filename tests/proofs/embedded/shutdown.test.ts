import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { readToken } from '#contract/queue/calls.ts'
import { freePort } from '#scripts/servers/free-port.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { send } from '#tests/support/calls/client.ts'
import { paidShopper } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/server/app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'red-carpet-shutdown-'))
const children: ChildProcess[] = []
// A first start, which makes the database, takes ten seconds more.
beforeAll(() => cpSync(inject('dataFolder'), dataDir, { recursive: true }))
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

interface Child {
  process: ChildProcess
  /** What it has printed on both streams. */
  output: () => string
  ended: Promise<number | null>
}

/** With `inShell`, a shell starts it, as npm does, and is what the test can kill. */
function launch(script: string, env: Record<string, string>, inShell = false): Child {
  // No variables of the environment: a DATABASE_URL there would change the mode.
  const own = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...env }
  // A shell replaces itself by its last command, so that one must not be the product.
  const [command, ...rest] = inShell ? ['sh', '-c', `'${process.execPath}' '${script}'; true`] : [process.execPath, script]
  const child = spawn(command, rest, { env: own, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      output += part
    })
  }
  return { process: child, output: () => output, ended: new Promise((resolve) => child.on('close', resolve)) }
}

/** Resolves when the product is ready. All tests of this file use one data folder, one after the other. */
async function started(env: Record<string, string> = {}, inShell = false): Promise<Child & { address: string }> {
  const port = await freePort()
  const child = launch('tests/support/server/server-child.ts', { PORT: String(port), ...env }, inShell)
  const early = child.ended.then((code) => {
    throw new Error(`it ended with ${code}: ${child.output()}`)
  })
  await Promise.race([eventually(() => (child.output().includes('Red Carpet is ready') ? true : undefined)), early])
  early.catch(() => undefined)
  return { ...child, address: `http://127.0.0.1:${port}` }
}

const slowPage = (address: string, ms: number) => fetch(`${address}/phoenix-cafe?counter=${ms}`, { headers: { accept: 'text/html' } })
const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isOpen = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

describe('a process', () => {
  test('lets requests in flight finish after SIGTERM, takes no new ones and exits with 0; committed data is kept', async () => {
    const child = await started()
    const paid = await paidShopper(child.address, 'royal-sarees')
    const page = slowPage(child.address, 2000)
    await soon(300)
    const asked = performance.now()
    child.process.kill('SIGTERM')
    await expect.poll(() => isOpen(child.address), { timeout: 1500 }).toBe(false)
    const answer = await page
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/<main>welcome<\/main>[\s\S]*<\/html>$/)
    expect(await child.ended).toBe(0)
    expect(performance.now() - asked, 'it does not wait for idle connections').toBeLessThan(8000)
    expect(child.output()).not.toMatch(/error/i)

    const again = await started()
    const token = await send(again.address, readToken, { query: { phone: paid.mobile } }, { cookie: paid.cookie })
    expect(token.body).toMatchObject({ token: paid.number })
    again.process.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  test('that npm started ends when npm has ended its shell, so that the port is free again', async () => {
    const child = await started({ npm_lifecycle_event: 'start' }, true)
    child.process.kill('SIGTERM')
    await child.ended
    expect(child.process.signalCode, 'the shell did not wait for the product').toBe('SIGTERM')
    expect(await isOpen(child.address)).toBe(false)
  })

  test('exits with 0 even after a second and a third signal', async () => {
    const child = await started()
    const page = slowPage(child.address, 1500)
    await soon(300)
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) {
      child.process.kill(signal)
      await soon(150)
    }
    expect((await page).status).toBe(200)
    expect(await child.ended).toBe(0)
  })

  test('exits even if sockets and idle connections are open', async () => {
    const child = await started()
    const socket = io(child.address, { transports: ['websocket'], reconnection: false })
    await new Promise((resolve) => socket.on('connect', () => resolve(null)))
    const polling = io(child.address, { transports: ['polling'], reconnection: false, forceNew: true })
    await new Promise((resolve) => polling.on('connect', () => resolve(null)))
    const idle = connect(Number(new URL(child.address).port), '127.0.0.1')
    idle.on('error', () => undefined)
    const left = new Promise((resolve) => socket.on('disconnect', resolve))
    const asked = performance.now()
    child.process.kill('SIGTERM')
    expect(await child.ended).toBe(0)
    expect(performance.now() - asked).toBeLessThan(8000)
    expect(await left).toMatch(/transport close|io server disconnect/)
    idle.destroy()
    polling.disconnect()
  })
})

describe('a process that cannot start', () => {
  let taken: Server | undefined
  afterEach(() => taken?.close())

  test('exits with 1 and names the port if another program uses it', async () => {
    const port = await freePort()
    taken = createServer().listen(port, '127.0.0.1')
    const child = launch('tests/support/server/server-child.ts', { PORT: String(port) })
    expect(await child.ended).toBe(1)
    expect(child.output()).toBe(`Port ${port} is used by another program. Stop it, or choose another port with PORT=${port + 1}.\n`)
  })

  test('exits with 1 and names the data folder if another process uses it', async () => {
    const first = await started()
    const second = launch('tests/support/server/server-child.ts', { PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Another Red Carpet is already running on this data folder (${dataDir}).`)
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
  })

  test('exits with 1 and names every unsafe setting, without a stack trace, before it opens anything', async () => {
    const child = launch('server/main.ts', { NODE_ENV: 'production', DEMO: '1', SECRET_KEY: 'x'.repeat(40) })
    expect(await child.ended).toBe(1)
    const lines = child.output().split('\n')
    expect(lines[0]).toBe('Red Carpet cannot start with these settings:')
    for (const name of ['DEMO=1', 'DATABASE_URL', 'PUBLIC_URL', 'MSG91_AUTH_KEY']) expect(child.output()).toContain(name)
    expect(child.output()).toContain('There are two modes.')
    expect(child.output()).not.toMatch(/^\s+at /m)
  })

  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://rc@db.example.in/rc',
    PUBLIC_URL: 'https://queue.example.in',
    SECRET_KEY: 'x'.repeat(40),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Red Carpet <queue@example.in>',
    MSG91_AUTH_KEY: 'key',
    MSG91_TEMPLATE_OTP: 'otp',
    MSG91_TEMPLATE_TOKEN: 'token',
    MSG91_TEMPLATE_CALL: 'call',
    MSG91_TEMPLATE_REFUND: 'refund',
  }
  const demo = { SECRET_KEY: 'x'.repeat(40) }
  const unsafe: [string, Record<string, string>, RegExp][] = [
    ['production with demo settings', { ...production, DEMO: '1' }, /DEMO=1 .* cannot be used with NODE_ENV=production/],
    ['production without a database', { ...production, DATABASE_URL: '' }, /DATABASE_URL is missing/],
    ['production without its address', { ...production, PUBLIC_URL: '' }, /PUBLIC_URL is missing/],
    ['production without a key', { ...production, SECRET_KEY: '' }, /SECRET_KEY is missing/],
    ['production without a sender', { ...production, MSG91_AUTH_KEY: '' }, /MSG91_AUTH_KEY is missing/],
    ['production without a mail server', { ...production, SMTP_URL: '' }, /SMTP_URL is missing/],
    ['production without a template', { ...production, MSG91_TEMPLATE_CALL: '' }, /MSG91_TEMPLATE_CALL is missing/],
    [
      'production that reveals unknown accounts',
      { ...production, REVEAL_UNKNOWN_ACCOUNTS: '1' },
      /REVEAL_UNKNOWN_ACCOUNTS works only in demo mode/,
    ],
    ['a short key', { ...demo, SECRET_KEY: 'short' }, /SECRET_KEY must have at least 32 characters/],
    ['a short metrics token', { ...demo, METRICS_TOKEN: 'short' }, /METRICS_TOKEN must have at least 16 characters/],
    [
      'a database without a mode',
      { ...demo, DATABASE_URL: production.DATABASE_URL },
      /DATABASE_URL without NODE_ENV=production needs DEMO=1/,
    ],
    ['a choice of neither mode', { ...demo, DEMO: '0' }, /DEMO=0 selects neither mode/],
    ['several nodes without a database', { ...demo, REDIS_URL: 'redis://127.0.0.1' }, /REDIS_URL is for several nodes/],
    ['demo with a real mail server', { ...demo, SMTP_URL: 'smtp://127.0.0.1:9' }, /SMTP_URL sends real email; demo mode must not/],
    ['demo with a real sender', { ...demo, MSG91_AUTH_KEY: 'key' }, /MSG91_AUTH_KEY sends real messages; demo mode must not/],
    [
      'a super administrator without a password',
      { ...demo, SUPERADMIN_EMAIL: 'a@example.in' },
      /SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD must be set together/,
    ],
    ['an invalid port', { ...demo, PORT: 'http' }, /PORT/],
    ['a port that is too high', { ...demo, PORT: '65536' }, /PORT/],
    ['an incomplete address', { ...demo, PUBLIC_URL: 'queue.example.in' }, /PUBLIC_URL must be a full address/],
    ['a database of another kind', { ...production, DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL must start with postgres/],
    ['a proxy that is not an address', { ...demo, TRUST_PROXY: 'the balancer' }, /TRUST_PROXY: "the" is not an address or network/],
    ['a proxy that is every address', { ...demo, TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY/],
    ['an unknown log level', { ...demo, LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ]
  for (const [name, env, sentence] of unsafe) {
    test(`names the setting that is wrong: ${name}`, () => {
      expect(() => readConfig(env, [])).toThrow(ConfigError)
      expect(() => readConfig(env, [])).toThrow(sentence)
    })
  }

  test('refuses --fresh in production, because it deletes all data', () => {
    expect(() => readConfig(production, ['--fresh'])).toThrow(/--fresh deletes all data/)
  })

  test('would start with safe settings: both modes, and a proxy by address, network or name', () => {
    expect(readConfig(production, [])).toMatchObject({ mode: 'production', host: '0.0.0.0', revealUnknownAccounts: false })
    expect(readConfig(demo, [])).toMatchObject({ mode: 'demo', host: '127.0.0.1', revealUnknownAccounts: true, trustProxy: [] })
    const proxies = { ...demo, TRUST_PROXY: '10.0.0.1, 192.168.0.0/16 ::1 fd00::/8,loopback' }
    expect(readConfig(proxies, []).trustProxy).toEqual(['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8', 'loopback'])
  })
})
