import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { ask } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { LARGE_SHOP, ticketOf } from './hall.ts'

/** A desk of the large shop, which calls its people over HTTP, one after the other. */
export interface Desk {
  /** Returns the token number. */
  callNext(): Promise<number>
  serve(number: number): Promise<void>
}

export async function openDesk(address: string): Promise<Desk> {
  const owner = await ownerOf(address)
  let called = 0
  return {
    async callNext() {
      called += 1
      await ask(address, callTicket, { id: ticketOf(LARGE_SHOP, called) }, owner)
      return called
    },
    async serve(number) {
      await ask(address, completeTicket, { id: ticketOf(LARGE_SHOP, number) }, owner)
    },
  }
}
