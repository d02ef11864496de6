import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorAnswer, Refusal, type RefusalCode } from '#contract/base/errors.ts'
import { MAX_PARAM_LENGTH } from '#contract/base/ids.ts'
import { refusalsOf } from '#contract/refusals-of.ts'
import { wouldFailAgain } from '#server/db/errors.ts'
import { QueueFull } from '#server/kit/limit.ts'
import { limitsByClass } from './rate-limit.ts'

const fastifyCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_input',
}

/** An answer never has a stack or a query. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    // Fastify closes the connection if it does not read a body to its end: a client that still sends would never see the answer. Without
    // that, Node reads the rest and drops it, for as long as `requestTimeout` allows.
    if ('code' in error && error.code in fastifyCodes) reply.removeHeader('connection')
    return sendRefusal(request, reply, asRefusal(error, request))
  })
  app.setNotFoundHandler({ preHandler: limitsByClass(app, { demo: false, purpose: 'unknown' }).unknown }, (request, reply) => {
    const tooLong = request.url
      .split('?')[0]
      ?.split('/')
      .some((part) => part.length > MAX_PARAM_LENGTH)
    return sendRefusal(request, reply, new Refusal(tooLong ? 'invalid_input' : 'not_found'))
  })
}

/** For an unreadable address (`%E0%A4%A`). No hook has run for it, so the usual headers are set here. */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(closedHeaders)) reply.header(name, value)
  reply.header('x-request-id', request.id)
  sendRefusal(request, reply, asRefusal(error, request))
}

const closedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const

/** Answers on the socket: if the data is not HTTP, a handler has no request that it could answer. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const refusal = new Refusal(
    status === 431 ? 'too_large' : 'invalid_input',
    status === 431 ? {} : { sentence: 'The request could not be read.' },
  )
  const body = JSON.stringify({
    success: false,
    error: refusal.message,
    message: refusal.message,
    code: refusal.code,
  } satisfies ErrorAnswer)
  const headers = {
    ...closedHeaders,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
}

/** The log line of a refusal that its call does not declare. The suites fail on it. */
export const UNDECLARED = 'a call gave a refusal that its value in contract/ does not name'

/** Logs an error if its call does not declare it, because the API reference is then wrong. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { call } = request.routeOptions.config
  if (call && !refusalsOf(call).includes(refusal.code)) request.log.error({ call: call.name, refusal: refusal.code }, UNDECLARED)
  const { fields, retryAfterSeconds, challenge, enrol, amountPaise, nearest, gstins } = refusal.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  const answer: ErrorAnswer = {
    success: false,
    error: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(fields ? { fields } : {}),
    ...(challenge ? { challenge } : {}),
    ...(enrol ? { enrol } : {}),
    ...(amountPaise === undefined ? {} : { amountPaise }),
    ...(nearest ? { nearest: { id: nearest.id, startsAt: nearest.startsAt.toISOString() } } : {}),
    ...(gstins ? { gstins } : {}),
    requestId: request.id,
  }
  return reply.code(refusal.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer)
}

function asRefusal(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fieldRefusal(error.validation)
  const known = fastifyCodes[error.code]
  if (known) return new Refusal(known)
  // The client hung up while sending and does not read the answer. Its broken connection must not be taken for the database's.
  if (request.raw.errored === error) return new Refusal('invalid_json')
  if (error instanceof QueueFull) {
    request.log.warn('too many passwords wait to be hashed')
    return new Refusal('unavailable', { retryAfterSeconds: 2 })
  }
  // The database is away, or a row stayed locked for too long: the same call may work in a moment.
  if (wouldFailAgain(error)) {
    request.log.error({ err: error }, 'the database is not responding')
    return new Refusal('unavailable', { retryAfterSeconds: 2 })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('invalid_input', { sentence: STATUS_CODES[error.statusCode] ?? 'The request could not be read.' })
  }
  request.log.error({ err: error }, 'unexpected error')
  return new Refusal('unexpected')
}

/** One sentence per field. The first one becomes the message, because the specification's sentences belong to fields. */
function fieldRefusal(issues: readonly { instancePath: string; message?: string | undefined }[]): Refusal {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    const name =
      issue.instancePath
        .split('/')
        .filter((part) => part !== '')
        .join('.') || 'body'
    fields[name] ??= issue.message ?? 'Please check this field.'
  }
  const first = Object.values(fields)[0]
  return new Refusal('invalid_input', { fields, ...(first ? { sentence: first } : {}) })
}
