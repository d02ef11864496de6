import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { demoAccounts } from '#contract/base/demo.ts'
import { DAY, localDateOf, SECOND } from '#contract/base/time.ts'
import { readInsights } from '#contract/office/insights-calls.ts'
import { exportMoney, listMoney, readMoney } from '#contract/payments/money-calls.ts'
import type { Database } from '#server/db/open.ts'
import { addressOf, ask, type Credentials, type Parts } from '#tests/support/calls/client.ts'
import { ownerOf } from '#tests/support/people/people.ts'
import { layPast } from '#tests/support/server/past.ts'
import { productOn } from './growth/products.ts'
import { machine } from './kit/machine.ts'
import { percentile } from './kit/percentile.ts'
import { residentOf } from './kit/resident.ts'

/**
 * The owner's pages, searches, sums and exports of the money, in a mall of many shops with a million payments. Exit code 1 if a limit is
 * exceeded. `node bench/money.ts --help`
 */

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    shops: { type: 'string', default: '300' },
    tickets: { type: 'string', default: '1110000' },
    rounds: { type: 'string', default: '100' },
  },
})
if (options.help) {
  console.log(`node bench/money.ts [--shops 300] [--tickets 1110000] [--rounds 100]
  makes and drops its database on the PostgreSQL at BENCH_DATABASE_URL
  --shops    shops of the mall
  --tickets  in all: the three shops of the demo have their share; twenty a day at each shop, nineteen of them paid
  --rounds   how often every call is made`)
  process.exit(0)
}
/** The p95 of a page or a search, in ms. */
const LIMIT_MS = 200
/** The most resident memory of the server while it sends a file of any size, in MB. */
const LIMIT_MB = 450
const WARM_UP = 5
const MALL = 'past-mall-0'

interface Facts {
  many: number
  mobile: string
  vendor: string
  receipt: string
}

const product = await productOn('postgres', 4873)
try {
  await product.start()
  await product.stop()
  const begun = performance.now()
  const facts = await product.look(layMoney)
  console.log(`${facts.many.toLocaleString('en')} payments at ${MALL}, made in ${secondsSince(begun)}`)
  await product.start()
  const started = performance.now()
  while (await product.look(hasDaysToAddUp)) await pause(SECOND)
  console.log(`the past days are added up after ${secondsSince(started)}`)
  const owner = await ownerOf(product.address)
  await measureCalls(owner, facts)
  await measureFiles(owner, facts)
  console.log(
    `\nnode bench/money.ts --shops ${options.shops} --tickets ${options.tickets} --rounds ${options.rounds}: ${facts.many.toLocaleString('en')} payments; ${machine()}`,
  )
} finally {
  await product.cleanUp()
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / SECOND).toFixed(0)} s`
}

async function hasDaysToAddUp({ db }: Database): Promise<boolean> {
  const { rows } = await sql`select from money_change where received_at < now() - interval '26 hours' limit 1`.execute(db)
  return rows.length > 0
}

/** Gives the mall its past, and to the demo's owner. Returns what to search for. */
async function layMoney(database: Database): Promise<Facts> {
  const [shops, tickets] = [Number(options.shops), Number(options.tickets)]
  await layPast(database, { shops: shops + 3, tickets, perMall: shops }, new Date())
  const { db } = database
  await sql`update mall set owner_account_id = (select id from account where email = ${demoAccounts.owner.email}) where id = ${MALL}`.execute(
    db,
  )
  await sql`update payment set refunding_paise = amount_paise, refunded_paise = amount_paise where state = 'refunded'`.execute(db)
  await sql`update payment set vendor_payment_id = 'pay_' || id where id like 'past-00%'`.execute(db)
  await sql`vacuum (analyze) payment`.execute(db)
  const { rows } = await sql<Facts>`
    select (select count(*)::int from payment where mall_id = ${MALL} and captured_at is not null) as many, t.mobile,
      p.vendor_payment_id as vendor, r.number as receipt
    from payment p join ticket t on t.id = p.ticket_id join receipt r on r.payment_id = p.id
    where p.mall_id = ${MALL} and p.vendor_payment_id is not null limit 1`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('there are no payments')
  return facts
}

async function measureCalls(owner: Credentials, { mobile, vendor, receipt }: Facts): Promise<void> {
  const list = (query: NonNullable<Parts<typeof listMoney>['query']>) => ask(product.address, listMoney, { id: MALL, query }, owner)
  const money = (days: number) => ask(product.address, readMoney, { id: MALL, query: { from: ago(days - 1), to: ago(0) } }, owner)
  const insights = (days: number) => ask(product.address, readInsights, { id: MALL, query: { day: ago(days) } }, owner)
  const searched = async (search: string) => {
    if ((await list({ search })).body.payments.length === 0) throw new Error(`nothing is found for ${search}`)
  }
  const year = { from: ago(364), to: ago(0) }
  const { next } = (await list(year)).body
  if (next === null) throw new Error('the list has one page')
  const calls: readonly [name: string, call: () => Promise<unknown>][] = [
    ['a page of a year, all shops', () => list(year)],
    ['the next page', () => list({ ...year, cursor: next })],
    ['a page of a year, one shop', () => ask(product.address, listMoney, { id: 'past-shop-7', query: year }, owner)],
    ['a page of the refunded', () => list({ ...year, state: 'refunded' })],
    ['a page of those with a refund due', () => list({ ...year, state: 'refund_due' })],
    ['a search for a token that every shop gives', () => searched('7')],
    ['a search for a token that no shop has reached', () => list({ search: '412' })],
    ['a search for a mobile number', () => searched(mobile)],
    ['a search for a vendor’s id', () => searched(vendor)],
    ['a search for a receipt', () => searched(receipt)],
    ['a search that finds nothing', () => list({ search: 'pay_nobody' })],
    ['the sums of today', () => money(1)],
    ['the sums of yesterday and today', () => money(2)],
    ['the figures of a day beside the week before', () => insights(2)],
    ['the figures of today beside the week before', () => insights(0)],
    ['the sums of 30 days', () => money(30)],
    ['the sums of a year', () => money(365)],
    ['the sums of a year, one shop', () => ask(product.address, readMoney, { id: 'past-shop-7', query: year }, owner)],
  ]
  const times = new Map<string, number[]>()
  for (let round = 0; round < WARM_UP + Number(options.rounds); round += 1)
    for (const [name, call] of calls) {
      const begun = performance.now()
      await call()
      if (round >= WARM_UP) times.set(name, [...(times.get(name) ?? []), performance.now() - begun])
    }
  console.log('\n| call | limit of the p95 | p50 | p95 |\n|---|---|---|---|')
  for (const [name] of calls) {
    const own = times.get(name) ?? []
    const p95 = percentile(own, 0.95)
    const over = p95 > LIMIT_MS
    if (over) process.exitCode = 1
    console.log(`| ${name} | ${LIMIT_MS} ms | ${percentile(own, 0.5).toFixed(1)} ms | ${p95.toFixed(1)} ms${over ? ' (over)' : ''} |`)
  }
}

async function measureFiles(owner: Credentials, { many }: Facts): Promise<void> {
  console.log(
    `\n| file | size | time | payments a second | memory before | at its peak (limit ${LIMIT_MB} MB) |\n|---|---|---|---|---|---|`,
  )
  for (const [kind, days] of [
    ['payments', 30],
    ['payments', 365],
    ['tally', 365],
    ['b2cs', 365],
    ['docs', 365],
  ] as const) {
    const before = residentOf(product.pid())
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, residentOf(product.pid()))
    }, 100)
    const begun = performance.now()
    const address = `${product.address}${addressOf(exportMoney, { id: MALL })}?kind=${kind}&from=${ago(days - 1)}&to=${ago(0)}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${owner.bearer}` } })
    if (answer.status !== 200 || !answer.body) throw new Error(`the file of ${kind} was refused with ${answer.status}`)
    let [bytes, lines] = [0, 0]
    for await (const part of answer.body) {
      bytes += part.length
      for (const byte of part) if (byte === 10) lines += 1
    }
    clearInterval(watch)
    const seconds = (performance.now() - begun) / 1000
    const payments = days === 365 ? many : lines - 1
    const isOver = peak > LIMIT_MB
    if (isOver) process.exitCode = 1
    console.log(
      `| ${kind}, ${days} days | ${(bytes / 1e6).toFixed(1)} MB | ${seconds.toFixed(1)} s | ${Math.round(payments / seconds).toLocaleString('en')} | ${before.toFixed(0)} MB | ${peak.toFixed(0)} MB${isOver ? ' (over)' : ''} |`,
    )
  }
}

function ago(days: number): string {
  return localDateOf(new Date(Date.now() - days * DAY), 'Asia/Kolkata')
}
