import type { APIRequestContext } from '@playwright/test'
import type { Call } from '#contract/call.ts'
import { addressOf, type LooseParts, type Parts, type Wire } from '#tests/support/calls/client.ts'

/** Uses the cookies of a browser, or the account of `bearer`. Returns the body of the success; throws if the call is refused. */
export function askFrom<C extends Call>(request: APIRequestContext, call: C, parts?: Parts<C>, bearer?: string | null): Promise<Wire<C>>
export async function askFrom(request: APIRequestContext, call: Call, parts: unknown = {}, bearer?: string | null): Promise<unknown> {
  const { body, ...more } = parts as LooseParts
  const answer = await request.fetch(addressOf(call, more), {
    method: call.method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    ...(call.method === 'POST' || call.method === 'PUT' ? { data: body ?? {} } : {}),
  })
  if (!answer.ok()) throw new Error(`${call.name} was refused: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}
