import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { type Heard, objectIn, openClient } from './client.ts'
import { readDocument } from './document.ts'
import { judgeBy } from './judge.ts'
import { isItsCall, rightWishes, type Wish, wishes } from './requests.ts'
import { filled } from './slots.ts'
import { makeWorld, PEOPLE, type World } from './world.ts'

/** Requests after which a new world is made: by then much of the old one is removed, renamed or signed out. */
const ROUND = 250

/** The wait after the answer that the server is busy, in ms. */
const BUSY_MS = 500

/** Extra right requests at the end for each call that never succeeded, until one does: none of its requests came at the right moment. */
const SECOND_CHANCES = 60
/** How often a call gets them: on a slow machine other requests meet at other moments, and a rare success needs more of them. */
const CHANCES_AT_MOST = 8

export interface Fault {
  /** The position of the request in the run, from 0. */
  count: number
  problem: string
  wish: Wish
}

/** When a request was in flight, in epoch milliseconds. It helps to find what kept the server busy. */
export interface Passage {
  what: string
  begun: number
  ended: number
}

export interface Findings {
  sent: number
  faults: Fault[]
  /** Answers by status and code: `200`, `400 invalid_input`. Those of second chances do not count: they are for calls that rarely succeed. */
  answers: Map<string, number>
  letIn: Map<string, number>
  passages: Passage[]
}

export interface FuzzRun {
  address: string
  seed: number
  requests: number
  /** Requests in flight at the same time. With one, the same seed gives the same run. */
  atOnce: number
  /** Calls that cannot succeed on this server; they get no second chances. */
  neverLetIn: readonly string[]
}

/** Judges the answers to the generated requests and to the second chances. The same seed sends the same wishes in the same order. */
export async function fuzz({ address, seed, requests, atOnce, neverLetIn }: FuzzRun): Promise<Findings> {
  const { calls, schemas } = await readDocument(address)
  const all = fc.sample(wishes(calls, PEOPLE), { seed, numRuns: requests })
  const client = openClient(address, atOnce)
  const judge = judgeBy(schemas)
  const letIn = new Map(calls.map(({ name }) => [name, 0]))
  const findings: Findings = { sent: 0, faults: [], answers: new Map(), letIn, passages: [] }

  const one = async (wish: Wish, count: number, world: World) => {
    const sent = filled(wish, world.of(wish.person), count)
    const begun = Date.now()
    const first = await client.send(sent)
    // A row that stays locked for a second gets this answer, and a client tries again. If it says so twice, something is wrong.
    const isBusy = first.status === 503 && codeOf(first) === 'unavailable'
    const heard = isBusy ? await pause(BUSY_MS).then(() => client.send(sent)) : first
    findings.passages.push({ what: `${wish.call.name} (${wish.twist})`, begun, ended: Date.now() })
    findings.sent += 1
    const problem = judge(wish, heard)
    if (problem !== null) findings.faults.push({ count, problem, wish: sent })
    const code = codeOf(heard)
    if (count < requests) increase(findings.answers, [heard.status, code].filter(Boolean).join(' '))
    if (isLetIn(wish, heard)) increase(letIn, wish.call.name)
    const { caller } = wish
    if (code === 'not_signed_in' && wish.twist !== 'headers' && (caller === 'staff' || caller === 'owner' || caller === 'superadmin'))
      await world.renew(wish.person, caller)
  }

  /** Sends the needed wishes about one new world; the first is number `from` of the run. */
  const round = async (some: Wish[], from: number, isNeeded: (wish: Wish) => boolean = () => true) => {
    const world = await makeWorld(client.ask)
    const waiting = [...some.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) if (isNeeded(next[1])) await one(next[1], from + next[0], world)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  try {
    for (let from = 0; from < all.length; from += ROUND) await round(all.slice(from, from + ROUND), from)
    for (let chance = 0; chance < CHANCES_AT_MOST; chance += 1) {
      const missed = calls.filter(({ name }) => letIn.get(name) === 0 && !neverLetIn.includes(name))
      const more = missed.flatMap((call) => fc.sample(rightWishes(call, PEOPLE), { seed: seed + chance, numRuns: SECOND_CHANCES }))
      if (more.length === 0) break
      await round(more, findings.sent, ({ call }) => letIn.get(call.name) === 0)
    }
  } finally {
    client.close()
  }
  return findings
}

const codeOf = (heard: Heard): unknown => (heard.status >= 400 ? objectIn(heard).code : undefined)

const isLetIn = (wish: Wish, { status }: Heard) => status >= 200 && status < 300 && isItsCall(wish)

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
