import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/base/errors.ts'
import type { Call } from '#contract/call.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_LENGTH, keepsResponse, REPLAYED, takesKey } from '#contract/http/idempotency.ts'
import { addressKey } from '#server/kit/address-key.ts'
import type { Claim, IdempotencyKeys, KeptResponse } from './keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim of a request that came with a new key, until its response is known. */
    claim: Claim | null
  }
}

type Done = (error?: Error) => void

/**
 * A request's `Idempotency-Key` is claimed when the request is known to be valid, right before its route runs. These hooks use callbacks: a
 * request without a key waits for nothing. Register them after the policies.
 */
export function keepResponses(app: FastifyInstance, keys: IdempotencyKeys): void {
  app.decorateRequest('claim', null)
  const claim = claimBeforeRoute(keys)
  const keep = keepAfterRoute(keys)
  app.addHook('onRoute', (route) => {
    const call = route.config?.call
    if (!call || !takesKey(call)) return
    const keeps = keepsResponse(call)
    route.preHandler = [route.preHandler ?? [], keeps ? claim : checkKey].flat()
    if (keeps) route.onSend = [route.onSend ?? [], keep].flat()
  })
}

/** The control characters that the parser of HTTP lets pass in a header. */
const CONTROL = /[\t\x7f]/

/** Undefined without a key. Refuses with `idempotency_key_invalid`. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_LENGTH || CONTROL.test(key))
    throw new Refusal('idempotency_key_invalid')
  return key
}

/** For a call that keeps no response. */
function checkKey(request: FastifyRequest, _reply: FastifyReply, done: Done): void {
  keyOf(request)
  done()
}

const claimBeforeRoute =
  (keys: IdempotencyKeys) =>
  (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const key = keyOf(request)
    if (key === undefined) done()
    else
      begin(keys, request, reply, key).then((isAnswered) => {
        if (!isAnswered) done()
      }, done)
  }

/** Returns true if the kept response was sent instead; refuses a request that must not run. */
async function begin(keys: IdempotencyKeys, request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean> {
  const { call } = request.routeOptions.config
  if (!call) return false
  // What the schemas have decoded: two requests are equal if the route would see the same.
  const address = [call.params ? request.params : null, call.query ? request.query : null]
  const outcome = await keys.claim({ caller: callerOf(request, call), call: call.name, address, key }, request.body)
  if (outcome.kind === 'running') throw new Refusal('idempotency_in_progress', { retryAfterSeconds: 1 })
  if (outcome.kind === 'mismatch') throw new Refusal('idempotency_mismatch')
  if (outcome.kind === 'claimed') {
    request.claim = outcome.claim
    return false
  }
  const { status, type, body } = outcome
  reply.code(status).header(REPLAYED, 'true')
  if (type === null) reply.send()
  else reply.header('content-type', type).send(body)
  return true
}

/** Whose key it is. An open call does not ask who calls, so there it belongs to the address. */
function callerOf(request: FastifyRequest, { by }: Call): string {
  if (by === 'none') return `address:${addressKey(request.ip)}`
  const { account, shopper } = request.caller
  return `account:${account?.account.id ?? ''} shopper:${shopper?.mobile ?? ''}`
}

/**
 * Keeps the response before it goes out, or releases the key. If neither is possible, the response goes out anyway: the request has had its
 * effect. The key is then free again when its lease ends.
 */
const keepAfterRoute =
  (keys: IdempotencyKeys) =>
  (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: Error | null, payload?: unknown) => void): void => {
    const { claim } = request
    const sendOn = () => done(null, payload)
    if (claim === null) sendOn()
    else end(keys, claim, request, keptOf(request, reply, payload)).then(sendOn, sendOn)
  }

async function end(keys: IdempotencyKeys, claim: Claim, request: FastifyRequest, response: KeptResponse | null): Promise<void> {
  request.claim = null
  try {
    await (response === null ? keys.release(claim) : keys.keep(claim, response))
  } catch (err) {
    request.log.warn({ err }, 'the response for an idempotency key could not be kept')
  }
}

/** The log line of a response that its call should not keep. The suites fail on it. */
export const COOKIE_NOT_KEPT = 'a call set a cookie but its value in contract/ does not say that it gives a credential'

/** Null if the caller may make the request again, because it was not decided or may succeed later. */
function keptOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): KeptResponse | null {
  const { statusCode: status } = reply
  if (status >= 500 || status === 401 || status === 429) return null
  if (reply.hasHeader('set-cookie')) {
    request.log.error({ call: request.routeOptions.config.call?.name }, COOKIE_NOT_KEPT)
    return null
  }
  const type = reply.getHeader('content-type')
  if (payload === undefined || payload === null) return { status, type: null, body: '' }
  return typeof payload === 'string' && typeof type === 'string' ? { status, type, body: payload } : null
}
