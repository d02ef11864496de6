import type { z } from 'zod'
import type { errorAnswer } from '#contract/base/envelope.ts'
import type { Call, Given, Input } from '#contract/call.ts'
import type { calls } from '#contract/calls.ts'

/**
 * The tests' client of the API. It sends and returns the words of the wire as they are: a test checks what a program in another language
 * would see.
 */

export type KnownCall = (typeof calls)[number]

export interface Credentials {
  bearer?: string
  cookie?: string
  headers?: Record<string, string>
}

/** Only `code` and the other fields of a refusal have a known type. */
export interface AnyReply {
  status: number
  headers: Headers
  body: RefusalFields
}

export type Refusal = z.input<typeof errorAnswer>

type RefusalFields = Partial<Omit<Refusal, 'success'>> & { success?: boolean }
/** An id that a test has looked up may be undefined: the call then throws. */
type Params<P> = { [K in keyof P]: P[K] | undefined }
/** What a call is given, in the words of the wire: path parameters by name, `query` and `body`. */
export type Parts<C extends Call> = (C extends { params: z.ZodType } ? Params<z.input<C['params']>> : unknown) &
  Given<'query', Input<C['query']>> &
  Given<'body', Input<C['body']>>

/** The body of a request, in the words of the wire. */
export type BodyOf<C extends Call> = Exclude<Input<C['body']>, undefined>

/** The body of a success, in the words of the wire. */
export type Wire<C extends Call> = C extends { answer: z.ZodType }
  ? z.input<C['answer']>
  : C extends { answers: infer A }
    ? Input<A[keyof A]>
    : object

type AnyWire<C extends Call> = C extends { answers: infer A } ? Input<A[keyof A]> : Wire<C>

type FieldsOf<W> = W extends unknown ? keyof W : never
type ValueOf<W, K> = W extends unknown ? (K extends keyof W ? W[K] : never) : never
/** A success or a refusal: each field may be absent. A list has no fields. */
type Either<W> = [W] extends [readonly unknown[]]
  ? W & RefusalFields
  : { [K in Exclude<FieldsOf<W>, keyof RefusalFields>]?: ValueOf<W, K> } & RefusalFields

export interface Reply<C extends Call> {
  status: number
  headers: Headers
  body: Either<AnyWire<C>>
}

export interface Success<C extends Call> {
  status: number
  headers: Headers
  body: Wire<C>
}

/** Returns the response, success or refusal. A POST or PUT without a body sends `{}`, as the browser does. */
export function send<C extends Call>(address: string, call: C, parts?: Parts<C>, who?: Credentials): Promise<Reply<C>>
export async function send(address: string, call: Call, parts: unknown = {}, who: Credentials = {}): Promise<unknown> {
  return sendLoosely(address, call, parts as LooseParts, who)
}

/** Makes a call that must succeed. Throws with the status and the body of a refusal. */
export const ask = <C extends Call>(address: string, call: C, parts?: Parts<C>, who?: Credentials): Promise<Success<C>> =>
  done<C>(send(address, call, parts, who))

/** Throws with the status and the body if the call was refused. */
export async function done<C extends Call>(made: Promise<Reply<C>>): Promise<Success<C>>
export async function done(made: Promise<AnyReply>): Promise<unknown> {
  const reply = await made
  if (reply.status < 200 || reply.status > 299) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply
}

/** Returns the body of a refusal; throws if the call succeeded. */
export async function refusal(made: Promise<AnyReply>): Promise<Refusal> {
  const { status, body } = await made
  const { success, error, message, code } = body
  if (success !== false || error === undefined || message === undefined || code === undefined)
    throw new Error(`not a refusal: ${status} ${JSON.stringify(body)}`)
  return { ...body, success, error, message, code }
}

/** Returns a function that makes calls as a person: `as(owner, readSettings, { id })`. `{}` is a stranger. */
export const clientOf =
  (address: () => string) =>
  <C extends Call>(who: Credentials, call: C, parts?: Parts<C>): Promise<Reply<C>> =>
    send(address(), call, parts, who)

/** Parts that need not fit the schemas of their call. */
export interface LooseParts {
  query?: object | undefined
  body?: unknown
  [param: string]: unknown
}

/** Makes a call with parts that need not fit its schemas: for bad input. */
export const sendLoosely = (address: string, call: Call, parts: LooseParts, who: Credentials = {}): Promise<RawReply> => {
  const bare = parts.body === undefined && (call.method === 'POST' || call.method === 'PUT')
  return raw(address, call.method, addressOf(call, parts), bare ? {} : parts.body, who)
}

export function addressOf(call: Call, { query = {}, ...params }: LooseParts = {}): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${call.name} needs ${name}`)
    return encodeURIComponent(String(params[name]))
  })
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as [string, string]]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** `body` is `{}` unless the response is JSON. */
export interface RawReply {
  status: number
  headers: Headers
  body: RefusalFields & Record<string, unknown>
}

/**
 * Sends any request: a path or a method that is not a call, a page, or a body that is not JSON. An object is sent as JSON, a text as it is.
 */
export async function raw(address: string, method: string, path: string, body?: unknown, who: Credentials = {}): Promise<RawReply> {
  const answer = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(who.bearer ? { authorization: `Bearer ${who.bearer}` } : {}),
      ...(who.cookie ? { cookie: who.cookie } : {}),
      ...who.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const read: unknown = (answer.headers.get('content-type') ?? '').includes('json') && text !== '' ? JSON.parse(text) : {}
  return { status: answer.status, headers: answer.headers, body: read as RawReply['body'] }
}
