import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/base/errors.ts'
import { addressKey } from '#server/kit/address-key.ts'
import { type CredentialKind, holderOf } from '#server/kit/credentials.ts'
import type { Vault } from '#server/kit/hash.ts'
import { type Counts, counts } from '#server/kit/limit.ts'
import { MOST_KEYS, type RateWindow, rateWindow, type WindowCount } from '#server/kit/rate-window.ts'
import { callsPerMinute, type LimitClass, type PerMinute } from '#server/limits-of-calls.ts'
import { bearerOf, DEVICE_COOKIE, SHOPPER_COOKIE } from './credentials.ts'
import type { SharedCounts } from './shared-counts.ts'

const MINUTE_MS = 60_000
/** The limit of a holder, as a multiple of the limit of one credential. */
const HOLDER_TIMES = 5
/** The failures of an address, as a multiple of the limit of one caller. Beyond that, each of its callers may fail `CROWDED` times. */
const ADDRESS_TIMES = 10
const CROWDED = 3
/** A credential that the look-up did not find counts as ended for this long: its calls count for the address. */
const ENDED_MS = 10 * MINUTE_MS
/** Credentials that a node remembers; each takes about 400 bytes. */
const MOST_KNOWN = 20_000
const NAME_LENGTH = 22
/** A failure is known only after the call, so the calls in flight for one key are capped at this multiple of the limit. */
const IN_FLIGHT = 2

declare module 'fastify' {
  interface FastifyInstance {
    limiting: Limiting
  }
  interface FastifyRequest {
    /** Counts the request as failed; set by classes that count failures. */
    countFailure: (() => Promise<void>) | null
    /** What the request counts for until the look-up has told whether the credential is still valid. */
    counted: CountedCredential | null
  }
}

interface CountedCredential {
  kind: CredentialKind
  /** Counts the request for the credential's holder, or for the address if the credential has ended. */
  judged(isLive: boolean): Promise<void>
}

interface Limiting {
  own: RateWindow
  ended: RateWindow
  inFlight: Counts
  shared: SharedCounts | null
  vault: Vault
  /** Credentials whose mark was correct: a mark is computed once per credential, not once per call. */
  known: LRUCache<string, KnownCredential>
}

/** The holder of a credential, and a name for it that may be sent to Redis. */
interface KnownCredential {
  holder: string
  name: string
}

export type LimitHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** All calls of a class share a limiter. Each `purpose` (calls, pages, pictures) has separate counts. */
export function limitsByClass(
  app: FastifyInstance,
  { demo, purpose }: { demo: boolean; purpose: string },
): Readonly<Record<LimitClass, LimitHook>> {
  const hooks = Object.entries(callsPerMinute).map(([name, limit]) => {
    const most = limit[demo ? 'demo' : 'production']
    const prefix = `${purpose}:${name}:`
    const hook =
      limit.counts === 'requests'
        ? limitRequests(app, limit.by, prefix, most, purpose === 'calls')
        : limitFailures(app, limit.by, prefix, most)
    return [name, hook] as const
  })
  return Object.fromEntries(hooks) as Record<LimitClass, LimitHook>
}

/** `isLookedUp`: `tellLimits` gets the result of a look-up after this hook. If not, the credential counts as a live one. */
const limitRequests =
  (app: FastifyInstance, by: PerMinute['by'], prefix: string, most: number, isLookedUp: boolean): LimitHook =>
  async (request) => {
    const { limiting } = app
    const take = async (key: string, limit: number) => refuseBeyond(await count(limiting, prefix + key, 1), limit + 1)
    const found = credentialIn(limiting, by, request)
    if (!found) return take(addressKey(request.ip), most)
    const { kind, credential, holder, name } = found
    await take(`one:${kind}:${name}`, most)
    const judged = async (isLive: boolean) => {
      if (isLive) return take(`${kind}:${holder}`, most * HOLDER_TIMES)
      limiting.ended.add(kind + credential, 1)
      await take(addressKey(request.ip), most)
    }
    if (isLookedUp) request.counted = { kind, judged }
    else await judged(true)
  }

const limitFailures =
  (app: FastifyInstance, by: PerMinute['by'], prefix: string, most: number): LimitHook =>
  async (request, reply) => {
    const { limiting } = app
    const address = addressKey(request.ip)
    const found = credentialIn(limiting, by, request)
    const key = prefix + (found ? `${found.kind}:${found.holder}` : address)
    const everybody = `${prefix}all:${address}`
    const [own, all] = await Promise.all([count(limiting, key, 0), count(limiting, everybody, 0)])
    const mayFail = all.current < most * ADDRESS_TIMES ? most : CROWDED
    refuseBeyond(own, mayFail)
    countInFlight(limiting, key, mayFail * IN_FLIGHT, reply)
    request.countFailure = async () => void (await Promise.all([count(limiting, key, 1), count(limiting, everybody, 1)]))
  }

/**
 * Tells whether the credential was found. One that has ended is remembered for ten minutes, so that an old session cannot use up an
 * account's calls. Refuses with `rate_limited`.
 */
export async function tellLimits(request: FastifyRequest, live: { account: boolean; shopper: boolean }): Promise<void> {
  const { counted } = request
  if (counted && counted.kind !== 'device') await counted.judged(live[counted.kind])
}

const credentialsOf: Readonly<Record<PerMinute['by'], readonly CredentialKind[]>> = {
  session: ['account', 'shopper'],
  shopper: ['shopper'],
  device: ['device'],
  address: [],
}

/** Returns a credential that we issued and that has not ended. It checks the mark and reads no row. */
function credentialIn(limiting: Limiting, by: PerMinute['by'], request: FastifyRequest) {
  const found = (kind: CredentialKind, credential: string | null | undefined) => {
    const known = credential && limiting.ended.add(kind + credential, 0).current === 0 ? knownOne(limiting, kind, credential) : null
    return credential && known ? { kind, credential, ...known } : null
  }
  const cookies: Record<string, string | undefined> = request.cookies ?? {}
  const counted = credentialsOf[by]
  const accepts = request.routeOptions.config.call?.by
  return (
    // A credential that the call does not accept does not count here either.
    (counted.includes('account') && accepts !== 'shopper' && found('account', bearerOf(request))) ||
    (counted.includes('shopper') && accepts !== 'account' && found('shopper', cookies[SHOPPER_COOKIE])) ||
    (counted.includes('device') && found('device', cookies[DEVICE_COOKIE]?.split('~')[0])) ||
    null
  )
}

/** Only genuine credentials are remembered, so that made-up ones use no memory. */
function knownOne({ vault, known }: Limiting, kind: CredentialKind, credential: string): KnownCredential | null {
  const key = kind + credential
  const found = known.get(key)
  if (found !== undefined) return found
  const holder = holderOf(vault, kind, credential)
  if (holder === null) return null
  const name = vault.keyed('limit', credential).slice(0, NAME_LENGTH)
  known.set(key, { holder, name })
  return { holder, name }
}

/** The count on this node, or on all nodes together if that is higher. */
async function count({ own, shared }: Limiting, key: string, by: 0 | 1): Promise<WindowCount> {
  const here = own.add(key, by)
  const together = await shared?.count(`red-carpet:limit:${key}`, MINUTE_MS, by)
  return together && together.current > here.current ? together : here
}

function refuseBeyond({ current, ttl }: WindowCount, tooMany: number): void {
  if (current >= tooMany) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(ttl / 1000) })
}

function countInFlight({ inFlight }: Limiting, key: string, most: number, reply: FastifyReply): void {
  if (inFlight.of(key) >= most) throw new Refusal('rate_limited', { retryAfterSeconds: 1 })
  reply.raw.once('close', inFlight.add(key))
}

/** Not a failed guess: a right password before a second step, a rate limit, and faults on our side (a full queue, the database). */
function isFailure(error: FastifyError | Refusal): boolean {
  if (error instanceof Refusal) return error.details.challenge === undefined && error.code !== 'rate_limited' && error.status < 500
  return error.statusCode !== undefined && error.statusCode < 500
}

/** Each node counts in memory; with `shared`, all nodes also count together. */
export function limitRates(app: FastifyInstance, shared: SharedCounts | null, vault: Vault): void {
  const [own, ended] = [rateWindow(MINUTE_MS, MOST_KEYS), rateWindow(ENDED_MS, MOST_KEYS)]
  app.decorate('limiting', {
    own,
    ended,
    inFlight: counts(),
    shared,
    vault,
    known: new LRUCache<string, KnownCredential>({ max: MOST_KNOWN }),
  })
  app.decorateRequest('countFailure', null)
  app.decorateRequest('counted', null)
  app.addHook('onClose', async () => shared?.close())
  app.addHook('onError', async (request, _reply, error) => {
    if (request.countFailure && isFailure(error)) await request.countFailure()
  })
}
