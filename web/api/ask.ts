import type { z } from 'zod'
import type { Call, Given, Input, Method } from '#contract/call.ts'
import type { CallOptions, SendCall } from './call.ts'

/** What a call must be given, in the words of the wire. */
export type Parts<C extends Call> = Given<'params', Input<C['params']>> &
  Given<'query', Input<C['query']>> &
  Given<'body', Input<C['body']>>
type Asked<C extends Call> = Parts<C> & Pick<CallOptions<never>, 'signal' | 'timeoutMs' | 'fieldNames' | 'key'>

/** `answer` is the schema of a success. */
export type JsonCall = Call & { answer: z.ZodType }
/** Resolves with the answer in our words; rejects with a `CallFailure`. */
export type Ask = <C extends Call, S extends z.ZodType>(
  call: C & { answer: S },
  ...asked: object extends Asked<C> ? [asked?: Asked<C>] : [asked: Asked<C>]
) => Promise<z.output<S>>

/** The typed client: address, schemas and answer come from the value of the call. */
export const asker =
  (caller: SendCall): Ask =>
  (call, ...[asked]) => {
    const { params, ...options } = (asked ?? {}) as CallOptions<never> & { params?: Readonly<Record<string, string>> }
    return caller(call.method, addressOf(call.path, params), { ...options, decode: decoding(call.answer) })
  }

const decoding =
  <S extends z.ZodType>(schema: S) =>
  (wire: unknown): z.output<S> =>
    schema.parse(wire)

export const addressOf = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Resolves with the answer as it came, in the words of the wire. */
export type AskByName = <C extends JsonCall>(
  name: C['name'],
  ...asked: object extends Asked<C> ? [asked?: Asked<C>] : [asked: Asked<C>]
) => Promise<Input<C['answer']>>

/** The shopper wing carries no Zod: it has the contract as a type only, against which the name is checked. */
export const askerByName =
  (caller: SendCall): AskByName =>
  (name, ...[asked]) => {
    const { params, ...options } = (asked ?? {}) as CallOptions<never> & { params?: Readonly<Record<string, string>> }
    const [method, path] = name.split(' ') as [Method, string]
    return caller(method, addressOf(path, params), options)
  }
