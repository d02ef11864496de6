import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { App } from './app.ts'

/** A call that a route serves: its success is JSON or a file. */
type Served = Call & ({ answer: z.ZodType; file?: undefined } | { file: NonNullable<Call['file']>; answer?: undefined })

type Output<T> = T extends z.ZodType ? z.output<T> : unknown
/** As the route sees it: everything is decoded. */
export type RequestOf<C extends Call> = FastifyRequest<{
  Params: Output<C['params']>
  Querystring: Output<C['query']>
  Body: Output<C['body']>
}>
/** What a route returns, in our words: the edge encodes it and adds `success`. For a file, the reply that was sent. */
export type AnswerOf<C extends Call> = C extends { answers: infer A extends Readonly<Record<number, z.ZodType>> }
  ? Told<z.output<A[keyof A & number]>>
  : C extends { answer: infer T extends z.ZodType }
    ? Told<z.output<T>>
    : FastifyReply
/** Nothing is asked of a route whose answer is only `success`. */
type Told<T> = T extends { success: true } ? (keyof T extends 'success' ? unknown : Omit<T, 'success'>) : T

/**
 * A route calls one story and returns the answer of the call. If the call has several success statuses, the route sets one with
 * `reply.code()`. `bodyLimit` is in bytes.
 */
export function serve<C extends Served>(
  app: App,
  call: C,
  route: (request: RequestOf<C>, reply: FastifyReply) => Promise<AnswerOf<C>>,
  options: { bodyLimit?: number } = {},
): void {
  const { method, path: url, params, query: querystring, body, status, file } = call
  // Fastify cannot infer the shapes of a value that it does not know; `RequestOf` has them from the same schemas.
  const untyped = app as FastifyInstance
  const answered = route as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  untyped.route({
    method,
    url,
    ...options,
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
      response: answersOf(call),
    },
    async handler(request, reply) {
      const answer = await answered(request, reply)
      if (status) void reply.code(status)
      // The schema of an answer without `success` drops it.
      return file || Array.isArray(answer) ? answer : { success: true, ...(answer as object | undefined) }
    },
  })
}

/** The answers of a success by status, as the reference shows them. */
function answersOf({ answer, answers, status, file }: Served): Readonly<Record<number, unknown>> {
  if (answers) return answers
  if (!file) return { [status ?? 200]: answer }
  const schema = z.custom<unknown>().meta({ type: 'string', ...(file.type === 'application/pdf' && { format: 'binary' }) })
  return {
    200: { description: file.about, content: Object.fromEntries([file.type, file.or ?? file.type].map((type) => [type, { schema }])) },
  }
}
