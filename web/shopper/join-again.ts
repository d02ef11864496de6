import type { PassWire } from '#contract/storefront/shapes.ts'
import { joinQueue, readPass } from '#web/data/shopper/queue.ts'
import { readDraft } from '#web/session/shopper.ts'
import type { Journey } from './journey-context.ts'

/**
 * Takes a new ticket with the details of one that has ended. Returns null if this phone has forgotten the email, so that the form must
 * ask. Rejects with a `CallFailure`.
 */
export async function joinAgain(
  { world, took }: Pick<Journey, 'world' | 'took'>,
  { shopId, name, mobile }: PassWire,
): Promise<{ pass: PassWire; next: 'payment' | 'token' } | null> {
  const email = readDraft(shopId)?.email.trim() ?? ''
  if (email === '') return null
  const joined = await joinQueue({ name, mobile, email, shopId, counter: world.counter, locale: world.locale })
  return { pass: took(await readPass(joined.ticketId)), next: joined.next }
}
