import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify from 'fastify'
import { limitRates, limitsByClass } from '#server/http/edge/rate-limit.ts'
import { newCredential } from '#server/kit/credentials.ts'
import { openVault } from '#server/kit/hash.ts'
import { machine } from './kit/machine.ts'
import { middle } from './kit/middle.ts'

/**
 * Measures what counting a call by its session costs, compared with the earlier way of counting it by its address. Two servers on this
 * machine get the same bearer and cookie over HTTP, in turns. Prints a table of limit and ours; exit code 1 if the limit is exceeded.
 * `node_modules/.bin/node bench/counting.ts`
 */

const ROUNDS = 60
const CALLS = 200
const MOST_ADDED = 5

const vault = openVault('a key for benchmarks, not for anybody else')
const credentials = {
  authorization: `Bearer ${newCredential(vault, 'account', 'somebody')}`,
  cookie: `rc_shopper=${newCredential(vault, 'shopper', '9876543210')}`,
}

const bySession = fastify()
limitRates(bySession, null, vault)
await bySession.register(cookie)
bySession.get('/', { onRequest: limitsByClass(bySession, { demo: true, purpose: 'calls' }).read }, async () => ({ success: true }))

const byAddress = fastify()
await byAddress.register(rateLimit, { global: false, hook: 'onRequest', cache: 50_000 })
await byAddress.register(cookie)
byAddress.get('/', { onRequest: byAddress.rateLimit({ max: 10_000_000, timeWindow: 60_000 }) }, async () => ({ success: true }))

const [ours, before] = [await bySession.listen({ host: '127.0.0.1', port: 0 }), await byAddress.listen({ host: '127.0.0.1', port: 0 })]
const taken = { ours: [] as number[], before: [] as number[] }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of round % 2 === 0 ? (['ours', 'before'] as const) : (['before', 'ours'] as const)) {
    const cost = await askMany(way === 'ours' ? ours : before)
    // The first ten rounds are a warm-up.
    if (round >= 10) taken[way].push(cost)
  }
}
await Promise.all([bySession.close(), byAddress.close()])

const [session, address] = [middle(taken.ours), middle(taken.before)]
const added = (session / address - 1) * 100
console.log('| what | limit | by address | by session | added |\n|---|---|---|---|---|')
const verdict = added > MOST_ADDED ? ' (missed)' : ''
console.log(
  `| a call over HTTP that does nothing else, µs of CPU | ${MOST_ADDED} % | ${address.toFixed(1)} | ${session.toFixed(1)} | ${added.toFixed(1)} %${verdict} |`,
)
console.log(`\n${machine()}`)
process.exit(added > MOST_ADDED ? 1 : 0)

/** Returns the mean CPU time of a call, client and server together, in µs. It does not contain other programs on the machine. */
async function askMany(server: string): Promise<number> {
  const from = process.cpuUsage()
  for (let i = 0; i < CALLS; i += 1) await (await fetch(server, { headers: credentials })).text()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / CALLS
}
