import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorAnswer, Refusal, type RefusalCode } from '../../contract/errors.ts'
import { MAX_PARAM_LENGTH } from '../../contract/ids.ts'
import { isConnectionLost } from '../db/errors.ts'

/** What Fastify itself refuses, in our codes. */
const fastifyCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_input',
}

/** Turns whatever went wrong into the envelope: the sentence for a person, the code for a program, never a stack or a query. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => sendRefusal(request, reply, asRefusal(error, request)))
  app.setNotFoundHandler({ preHandler: app.rateLimit({ max: 600, timeWindow: '1 minute' }) }, (request, reply) => {
    const tooLong = request.url
      .split('?')[0]
      ?.split('/')
      .some((part) => part.length > MAX_PARAM_LENGTH)
    return sendRefusal(request, reply, new Refusal(tooLong ? 'invalid_input' : 'not_found'))
  })
}

/** Answers an address that could not even be read (`%E0%A4%A`). No hook has run for it, so the headers of every answer are set here. */
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

/** Answers what is no HTTP request at all, straight to the socket: there is no request yet that a handler could answer. */
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

/** Answers a refusal in the envelope. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { fields, retryAfterSeconds, challenge, enrol } = refusal.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
  const answer: ErrorAnswer = {
    success: false,
    error: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(fields ? { fields } : {}),
    ...(challenge ? { challenge } : {}),
    ...(enrol ? { enrol } : {}),
    requestId: request.id,
  }
  return reply.code(refusal.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer)
}

function asRefusal(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fieldRefusal(error.validation)
  const known = fastifyCodes[error.code]
  if (known) return new Refusal(known)
  // Who hung up while sending hears nothing of it; its broken connection must not pass for the database's.
  if (request.raw.errored === error) return new Refusal('invalid_json')
  if (isConnectionLost(error)) {
    request.log.error({ err: error }, 'the database does not answer')
    return new Refusal('unavailable', { retryAfterSeconds: 2 })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('invalid_input', { sentence: STATUS_CODES[error.statusCode] ?? 'The request could not be read.' })
  }
  request.log.error({ err: error }, 'unexpected error')
  return new Refusal('unexpected')
}

/** One sentence per field; the first becomes the message, since the specification's sentences belong to fields. */
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
