import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_LENGTH, keepsResponse, REPLAYED, takesKey } from '#contract/http/idempotency.ts'

const header = (description: string) => ({
  headers: z.object({ [IDEMPOTENCY_KEY]: z.string().min(1).max(IDEMPOTENCY_KEY_LENGTH).optional().meta({ description }) }),
})
const kept = header('Names this request, so that it can be sent again without a second effect. Kept for 24 hours.')
const ignored = header('Has no effect: this call is about a credential. Its response is never kept, and a repeated request runs again.')

/** Only for the document. A route does not get it: it would check the headers of every request. */
export const keyHeaderOf = (call: Call) => (takesKey(call) ? (keepsResponse(call) ? kept : ignored) : {})

export const aboutKeys = `## Sending a request again

Every POST accepts the header \`${IDEMPOTENCY_KEY}\`: 1 to ${IDEMPOTENCY_KEY_LENGTH} characters that you choose, such as a random UUID. It is taken as it is, with its quotes if it has some. Use a new key for each thing that you want to happen. If a response does not reach you, send the same key and the same body again.

| the first request | a request with the same key and body gets |
|---|---|
| has ended, in the last 24 hours | its status and body again, with the header \`${REPLAYED}: true\`; a refusal has the \`requestId\` of the first request |
| still runs | 409 \`idempotency_in_progress\` with \`Retry-After\` |
| was refused with 401 or 429, or failed with 5xx | a new try |
| was refused before the call began, such as 400 for a wrong field | a new try |

- The same key with another body gets 422 \`idempotency_mismatch\`. Bodies are compared by the fields that the call knows, in any order.
- A key belongs to its caller, and to its method and path. The caller is the account or the shopper; it is the network address if the call needs neither. Other callers and other calls can use the same key.
- A refusal such as 409 \`shop_closed\` is kept too, and so is a response that says that something is pending. To try again later, use a new key.
- If our server dies in the middle of a request, the key stays busy for up to a minute. Then the request runs again. The first run has taken effect completely or not at all. A call with a lasting result finds the earlier one: a shopper who has joined gets the same ticket, a paid payment stays paid. A call without one, such as \`recall\`, can have its effect twice.
- Calls that check or give a credential (sign-in, passcodes, passwords, second factor) check the form of the key and ignore it otherwise.`
