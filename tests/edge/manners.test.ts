import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMalls } from '#contract/office/form-calls.ts'
import { openLog } from '#server/kit/log.ts'
import { send } from '#tests/support/calls/client.ts'
import { eventually, startApp, type TestApp } from '#tests/support/server/app.ts'

/** Requests that HTTP allows but browsers never send. Node alone answers some of them without an envelope and some never. */

let app: TestApp
let logged = ''
beforeAll(async () => {
  const lines = new PassThrough()
  lines.on('data', (part) => {
    logged += part
  })
  app = await startApp({ log: openLog('warn', lines) })
})
afterAll(() => app.stop())

/** `heard` returns what has come back. */
function writes(bytes: string): { socket: Socket; heard: () => string } {
  const { hostname, port } = new URL(app.address)
  let heard = ''
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.on('data', (part) => {
    heard += part
  })
  return { socket, heard: () => heard }
}
/** Returns the answer to these lines when it is as long as its Content-Length says. */
async function answerTo(...lines: string[]): Promise<{ status: number; body: Record<string, unknown> }> {
  const { socket, heard } = writes([...lines, '', ''].join('\r\n'))
  const [, status, body] = await eventually(() => {
    const [all, , length = '0'] = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\ncontent-length: (\d+)\r\n[\s\S]*?\r\n\r\n/.exec(heard()) ?? []
    const text = all === undefined ? '' : heard().slice(all.length)
    return all !== undefined && Buffer.byteLength(text) >= Number(length) ? [all, heard().slice(9, 12), text] : undefined
  })
  socket.destroy()
  return { status: Number(status), body: JSON.parse(body ?? '') }
}

describe('an unusual request', () => {
  test('that names no host is refused in the envelope', async () => {
    expect(await answerTo('GET /api/shops HTTP/1.1')).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
    expect((await answerTo('GET /api/auth/me HTTP/1.0')).status, 'HTTP 1.0 needs no host').toBe(401)
  })

  test('with an Expect header is answered as if it had none', async () => {
    const expecting = (what: string) => answerTo('GET /api/auth/me HTTP/1.1', 'host: x', `expect: ${what}`)
    expect(await expecting('wonders')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  test('with a whole URL as its address, as for a proxy, is answered by its path', async () => {
    expect((await answerTo('GET http://elsewhere.example/api/auth/me?a=b HTTP/1.1', 'host: x')).body.code).toBe('not_signed_in')
    expect((await answerTo('GET http://elsewhere.example/api/nothing HTTP/1.1', 'host: x')).body.code).toBe('not_found')
  })

  test('that asks for another protocol is answered in HTTP/1.1', async () => {
    for (const protocol of ['websocket', 'h2c']) {
      const { status, body } = await answerTo('GET /api/auth/me HTTP/1.1', 'host: x', 'connection: Upgrade', `upgrade: ${protocol}`)
      expect([status, body.code], protocol).toEqual([401, 'not_signed_in'])
    }
  })
})

test('a client that disconnects in the middle of a body leaves no line about a lost database in the log', async () => {
  const response = once(app.running.app.server, 'request').then(([, response]) => response)
  const head = ['POST /api/send-otp HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 100']
  const { socket } = writes([...head, '', '{"mobile"'].join('\r\n'))
  const closed = once(await response, 'close')
  socket.destroy()
  await closed
  expect((await send(app.address, listMalls)).status).toBe(200)
  expect(logged).toBe('')
})
