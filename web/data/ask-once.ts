import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { Parts } from '#web/api/ask.ts'
import { CallFailure } from '#web/api/call.ts'
import { ask } from '#web/session/account-call.ts'

/** The keys of requests whose outcome is unknown. */
const undecided = new Map<string, string>()

/** Makes a call so that the same request, sent again after a lost answer, has no second effect: until the server has decided, its key stays. */
export async function askOnce<C extends Call, S extends z.ZodType>(call: C & { answer: S }, parts: Parts<C>): Promise<z.output<S>> {
  const request = JSON.stringify([call.name, parts])
  const key = undecided.get(request) ?? newKey()
  undecided.set(request, key)
  try {
    const answer = await ask(call, Object.assign({ key }, parts))
    undecided.delete(request)
    return answer
  } catch (failure) {
    if (isDecided(call, failure)) undecided.delete(request)
    throw failure
  }
}

/** Old browsers have no `randomUUID`. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Other refusals come before the key is looked at, or from a balancer: they say nothing about an earlier press. */
export const isDecided = (call: Call, failure: unknown): boolean =>
  failure instanceof CallFailure && ['invalid_input', ...call.refuses].includes(failure.code)
