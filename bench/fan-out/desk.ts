import { DEMO_PASSWORD, demoAccounts } from '../../contract/demo.ts'
import { LARGE_SHOP, ticketOf } from './hall.ts'

/** Somebody at the counter of the large shop, who calls its people over HTTP, one after the other. */
export interface Desk {
  /** Calls the next one; answers the token number. */
  callNext(): Promise<number>
  /** Notes that this one was served. */
  serve(number: number): Promise<void>
}

/** Signs in as the owner of the hall's mall. */
export async function openDesk(address: string): Promise<Desk> {
  const post = async (path: string, body: object, bearer?: string) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { token: string }
  }
  const { token } = await post('/api/auth/login', { email: demoAccounts.owner.email, password: DEMO_PASSWORD })
  let called = 0
  return {
    async callNext() {
      called += 1
      await post(`/api/tickets/${ticketOf(LARGE_SHOP, called)}/call`, {}, token)
      return called
    },
    async serve(number) {
      await post(`/api/tickets/${ticketOf(LARGE_SHOP, number)}/complete`, {}, token)
    },
  }
}
