import type { z } from 'zod'
import type { Call, Given, Input, Method } from '#contract/call.ts'
import type { CallOptions, SendCall } from './call.ts'

/** The parts that a call must be given: path parameters, query and body, in the words of the wire. */
export type Parts<C extends Call> = Given<'params', Input<C['params']>> &
  Given<'query', Input<C['query']>> &
  Given<'body', Input<C['body']>>
type Asked<C extends Call> = Parts<C> & Pick<CallOptions<never>, 'signal' | 'timeoutMs' | 'fieldNames'>

/** Calls whose answer is JSON, with its schema for a success. */
export type JsonCall = Call & { answer: z.ZodType }
/** Makes a call; resolves with its answer in our words. Rejects with a `CallFailure`. */
export type Ask = <C extends Call, S extends z.ZodType>(
  call: C & { answer: S },
  ...asked: object extends Asked<C> ? [asked?: Asked<C>] : [asked: Asked<C>]
) => Promise<z.output<S>>

/** The typed client over a caller: address, schemas and answer come from the value of the call. */
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

/** The address of a call with its path parameters filled in. */
export const addressOf = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Makes a call of which only the type is known here; resolves with its answer in the words of the wire, as it came. */
export type AskByName = <C extends JsonCall>(
  name: C['name'],
  ...asked: object extends Asked<C> ? [asked?: Asked<C>] : [asked: Asked<C>]
) => Promise<Input<C['answer']>>

/** The typed client of the shopper wing, which carries no Zod: the contract is there as a type, and the name is checked against it. */
export const askerByName =
  (caller: SendCall): AskByName =>
  (name, ...[asked]) => {
    const { params, ...options } = (asked ?? {}) as CallOptions<never> & { params?: Readonly<Record<string, string>> }
    const [method, path] = name.split(' ') as [Method, string]
    return caller(method, addressOf(path, params), options)
  }
