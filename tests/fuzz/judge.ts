import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { refusals } from '#contract/base/errors.ts'
import { REPLAYED } from '#contract/http/idempotency.ts'
import { hasInternals } from '#tests/support/calls/internals.ts'
import type { Heard } from './client.ts'
import type { Call, Schema } from './document.ts'
import { isItsCall, type Wish } from './requests.ts'

/** Returns what is wrong with an answer, in a sentence; null if nothing is. */
export type Judge = (wish: Wish, heard: Heard) => string | null

/** Checks answers against the document: a success matches its schema, a refusal matches the error envelope, and no answer is a 5xx. */
export function judgeBy(schemas: Record<string, Schema>): Judge {
  // In our document, patterns already express the formats.
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: { schemas } })
  const validators = new Map<Schema, ValidateFunction>()
  const mismatch = (schema: Schema, value: unknown): string | null => {
    let validate = validators.get(schema)
    if (!validate) {
      validate = ajv.compile(schema.$ref ? { $ref: `document${schema.$ref}` } : (schema as object))
      validators.set(schema, validate)
    }
    if (validate(value)) return null
    return ajv.errorsText(validate.errors)
  }
  const error = schemas.Error
  if (!error) throw new Error('the document has no envelope of errors')

  return (wish, heard) => {
    if (heard.status === 0) return wish.unfinished ? null : `no answer: ${heard.text}`
    if (heard.status >= 500) return `a server error: ${heard.status} ${heard.text.slice(0, 300)}`
    if (wish.method === 'HEAD' && wish.bytes === null) return null
    if (heard.status >= 400) return wrongRefusal(heard, (value) => mismatch(error, value))
    if (!isItsCall(wish)) return null
    return wrongAnswer(wish.call, heard, mismatch)
  }
}

function wrongRefusal(heard: Heard, mismatch: (value: unknown) => string | null): string | null {
  const value = jsonOf(heard)
  if (value === undefined) return `${heard.status} without the envelope: ${heard.headers['content-type']} ${heard.text.slice(0, 200)}`
  const wrong = mismatch(value)
  if (wrong !== null) return `${heard.status} is not the envelope: ${wrong}`
  const { code, error, message, requestId } = value as { code: string; error: string; message: string; requestId?: string }
  if (!Object.hasOwn(refusals, code)) return `${heard.status} with an unknown code: ${code}`
  if (error.trim() === '' || message !== error) return `${heard.status} without a sentence: ${error}`
  const isReplay = heard.headers[REPLAYED.toLowerCase()] === 'true'
  if (requestId !== undefined && !isReplay && requestId !== heard.headers['x-request-id'])
    return `${heard.status} with the id of another request`
  if (hasInternals(heard.text)) return `${heard.status} reveals internals: ${heard.text.slice(0, 300)}`
  return null
}

function wrongAnswer(call: Call, heard: Heard, mismatch: (schema: Schema, value: unknown) => string | null): string | null {
  const told = call.answers[String(heard.status)]
  if (!told) return `${heard.status}, which is not in the document`
  const type = String(heard.headers['content-type'] ?? '').split(';')[0] ?? ''
  const schema = told[type]
  if (!schema) return `${heard.status} of the type ${type}, which is not in the document`
  if (type !== 'application/json') return heard.text === '' ? `${heard.status} is empty` : null
  const wrong = mismatch(schema, jsonOf(heard))
  return wrong === null ? null : `${heard.status} is not as documented: ${wrong}`
}

/** Undefined if the answer is not JSON. */
function jsonOf({ headers, text }: Heard): unknown {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
