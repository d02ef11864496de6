import { DEMO_PASSWORD } from '#contract/base/demo.ts'
import { addCounter } from '#contract/counters/calls.ts'
import { addShop } from '#contract/office/form-calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { ask } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { chanceOf } from './chance.ts'
import { BUSIEST, popularityOf } from './saturday.ts'

export interface Shop {
  id: string
  staffEmail: string
  counters: string[]
  /** The median time of serving a person, in ms of the day. */
  serviceMs: number
  present: Set<string>
  /** Tickets that were missed, of people who came to the counter after all. */
  late: Set<string>
}

/** Share of the shops that charge for priority. */
const PRICED = 0.6
/** How much of its time a counter serves in the busiest hour: a shop opens as many counters as it needs for that. */
const BUSY = 0.85
const MOST_COUNTERS = 10

/** `people` come in the whole day, `speed` times as fast as in life. */
export interface MallPlan {
  seed: number
  shops: number
  people: number
  speed: number
}

/**
 * Makes the shops through the public interface, as their owner would. Countdowns are shorter by `speed`; a call has no grace time, since
 * that is set in whole minutes.
 */
export async function openShops(address: string, { seed, shops, people, speed }: MallPlan): Promise<Shop[]> {
  const owner = await ownerOf(address)
  const made: Shop[] = []
  for (const [i, share] of popularityOf(shops).entries()) {
    const chance = chanceOf(seed, -1 - i)
    const minutesPerTicket = Math.round(chance.between(2, 5))
    const staffEmail = `day-${i}@example.in`
    const login = { email: staffEmail, password: DEMO_PASSWORD, shopconpassword: DEMO_PASSWORD }
    const form = { name: `Saturday ${i}`, description: 'Open from ten to ten.', image: '', link: '', role: 'shop' as const }
    const { body: shop } = await ask(address, addShop, { id: DEMO_MALL, body: { ...form, ...login } }, owner)
    const price = chance.happens(PRICED) ? { baseFeePaise: 12_000 } : { baseFeePaise: 0, extraPaise: 0 }
    const times = { minutesPerTicket, countdownSeconds: Math.ceil(180 / speed), graceMinutes: 0 }
    const { body: settings } = await ask(address, changeSettings, { id: shop._id, body: { ...price, ...times } }, owner)
    const counters = settings.counters.map(({ id }) => id)
    const needed = Math.ceil((people * share * BUSIEST * minutesPerTicket) / 60 / BUSY)
    while (counters.length < Math.min(needed, MOST_COUNTERS)) {
      const body = { shopId: shop._id, name: `Counter ${counters.length + 1}` }
      counters.push((await ask(address, addCounter, { body }, owner)).body.id)
    }
    made.push({ id: shop._id, staffEmail, counters, serviceMs: minutesPerTicket * 60_000, present: new Set(), late: new Set() })
  }
  return made
}
