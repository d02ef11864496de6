import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'
import { refusals } from '#contract/base/errors.ts'
import { digest as digestWire, ticket as ticketWire } from '#contract/queue/shapes.ts'
import { pass as passWire } from '#contract/storefront/shapes.ts'
import type { Client } from './client.ts'
import { type Filling, fillText } from './slots.ts'
import type { Saying, Visit, VisitorKind } from './visits.ts'

/** What is wrong, in a sentence, and the answers to the questions (`ok`, or the code). */
export interface Outcome {
  problem: string | null
  answers: string[]
}

/** An answer that takes longer than this, in ms, counts as none. */
const PATIENCE_MS = 20_000
/** The wait after the last frame, in ms, since nothing shows that the server has handled it. */
const LINGER_MS = 50
/** Larger messages end the connection: the server's `maxHttpBufferSize`, less what the protocol adds to the words. */
const MOST_BYTES = 9_900

const answerShape = z.union([
  z.strictObject({ ok: z.literal(false), code: z.enum(Object.keys(refusals) as [string]) }),
  z.strictObject({
    ok: z.literal(true),
    seq: z.int().min(0),
    snapshot: z
      .strictObject({ digest: digestWire.optional(), pass: passWire.optional(), tickets: z.array(ticketWire).optional() })
      .nullable(),
  }),
])

const credentials: Readonly<Record<VisitorKind, (of: Filling) => { token?: string; cookie?: string }>> = {
  nobody: () => ({}),
  shopper: ({ cookie }) => ({ cookie: `rc_shopper=${cookie}` }),
  staff: ({ staff }) => ({ token: staff }),
  owner: ({ owner }) => ({ token: owner }),
  superadmin: ({ superadmin }) => ({ token: superadmin }),
  stranger: () => ({ token: 'A'.repeat(43), cookie: `rc_shopper=${'A'.repeat(43)}` }),
}

export function visit(address: string, client: Client, one: Visit, of: Filling): Promise<Outcome> {
  if (one.way === 'screen') return openedScreen(address, one.says, credentials[one.caller](of), of)
  if (one.way === 'packets') return frames(address, one, of)
  return handshake(client, one)
}

async function openedScreen(
  address: string,
  says: readonly Saying[],
  who: { token?: string; cookie?: string },
  of: Filling,
): Promise<Outcome> {
  const socket = io(address, {
    ...{ transports: ['websocket'], forceNew: true, reconnection: false, timeout: PATIENCE_MS },
    ...(who.token ? { auth: { token: who.token } } : {}),
    ...(who.cookie ? { extraHeaders: { cookie: who.cookie } } : {}),
  })
  try {
    const refused = await new Promise<unknown>((resolve) => {
      socket.on('connect', () => resolve(null))
      socket.on('connect_error', (error) => resolve((error as { data?: { code?: unknown } }).data?.code ?? error.message))
    })
    // If the session has ended in the meantime, the refusal is the same as for a stranger.
    if (refused !== null)
      return { problem: refused === 'not_signed_in' ? null : `the handshake was refused with ${refused}`, answers: [String(refused)] }
    const answers = await Promise.all(says.map((saying) => answerTo(socket, saying, of)))
    const problem = answers.find((answer) => answer.startsWith('!'))?.slice(1) ?? null
    return { problem, answers: answers.filter((answer) => answer !== '') }
  } finally {
    socket.disconnect()
  }
}

/** Resolves to `ok`, to the code of a refusal, or to an empty text if no answer was asked for. A fault begins with an exclamation mark. */
function answerTo(socket: Socket, { name, words, bytes, asks }: Saying, of: Filling): Promise<string> {
  const texts = words.map((word) => fillText(word, of))
  const said: unknown[] = texts.map((word) => JSON.parse(word))
  if (bytes !== null) said.push(new Uint8Array(bytes))
  const isLarge = texts.join().length * 3 + (bytes ?? 0) > MOST_BYTES
  if (!asks) {
    socket.emit(name, ...said)
    return Promise.resolve('')
  }
  return new Promise((resolve) => {
    // A client that sends too much is disconnected, and its other questions get no answer.
    socket.on('disconnect', () => resolve('disconnected'))
    socket.timeout(PATIENCE_MS).emit(name, ...said, (late: Error | null, answer: unknown) => {
      if (late) return resolve(isLarge ? 'disconnected' : `!no answer to ${name} ${texts.join().slice(0, 300)}`)
      const read = answerShape.safeParse(answer)
      if (!read.success) return resolve(`!${JSON.stringify(answer).slice(0, 300)} is not an answer: ${read.error.message.slice(0, 300)}`)
      resolve(read.data.ok ? 'ok' : String(read.data.code))
    })
  })
}

/** Sends frames without a client that would correct them. Whatever they are, the server must close the connection or go on. */
function frames(address: string, { hello, packets, isHasty }: Extract<Visit, { way: 'packets' }>, of: Filling): Promise<Outcome> {
  return new Promise((resolve) => {
    const answers: string[] = []
    const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const late = setTimeout(() => resolve({ problem: 'a connection was neither accepted nor refused', answers }), PATIENCE_MS)
    socket.onmessage = ({ data }) => {
      const [, answer] = /^43\d+\[(.*)\]$/.exec(String(data)) ?? []
      if (answer !== undefined) answers.push(answerShape.safeParse(JSON.parse(answer)).success ? 'answered' : `!${answer}`)
      const [opened, letIn] = [String(data).startsWith('0'), String(data).startsWith('40')]
      if (opened) socket.send(hello)
      if (!(isHasty ? opened : letIn)) return
      for (const packet of packets) socket.send(typeof packet === 'string' ? fillText(packet, of) : packet)
      setTimeout(() => socket.close(), LINGER_MS)
    }
    socket.onclose = () => {
      clearTimeout(late)
      resolve({ problem: answers.find((answer) => answer.startsWith('!')) ?? null, answers })
    }
  })
}

async function handshake(client: Client, { method, query, body, type }: Extract<Visit, { way: 'polling' }>): Promise<Outcome> {
  const headers: [string, string][] = type === '' ? [] : [['content-type', type]]
  const sent = { method, address: `/socket.io/${query === '' ? '' : `?${query}`}`, headers, body, bytes: null, unfinished: false }
  const { status } = await client.send(sent)
  return {
    problem: status === 0 || status >= 500 ? `${method} ${sent.address} answered ${status}` : null,
    answers: [`handshake ${status}`],
  }
}
