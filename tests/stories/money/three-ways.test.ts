import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daysAfter, HOUR, localDateOf, MINUTE } from '#contract/base/time.ts'
import { callTicket, completeTicket } from '#contract/desk/ticket-calls.ts'
import { confirmPayment, handBack } from '#contract/payments/calls.ts'
import { razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import { type ExportKind, type MoneyState, moneyStates } from '#contract/payments/money.ts'
import { exportMoney, listMoney, readMoney } from '#contract/payments/money-calls.ts'
import { type RefundState, vendorNames } from '#contract/payments/payments.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { addressOf, ask, type Credentials, send } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { cashShopper, ownerOf, paidShopper } from '#tests/support/people/people.ts'
import { confirm, deliver, holdEnds, MALL, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

/** Random days: the sums of the report, of the list and of the files are always the same, also of days that were added up before. */

/** How many stretches of days; the proof tries more of another seed. */
const { STRETCHES = '3', SEED = '20261129' } = process.env
/** A report is of at most a year, and a stretch of some days. */
const IN_A_YEAR = 20
const years = Array.from({ length: Math.ceil(Number(STRETCHES) / IN_A_YEAR) }, (_, i) => i)
const ZONE = 'Asia/Kolkata'
const OTHER_SHOP = 'royal-sarees'
/** What a bank takes back for a dispute, in paise. */
const DEDUCTED = 2000
/** Refunds that need a person. */
const STUCK: readonly RefundState[] = ['by_hand', 'failed', 'waiting_for_funds']

let world: Vendors
/** What the vendors say they kept, with the GST on it, and what Razorpay's banks took back for disputes. */
let kept = 0
let disputed = 0
/** What both have transferred. */
let transferred = 0
/** The payments that a bank has disputed since the last transfer, and before. */
let open: string[] = []
const disputes = new Set<string>()
/** The states that the list has shown. */
const seen = new Set<MoneyState>()
/** Tickets that have been paid and not served. */
let waiting: { ticketId: string; paymentId: string }[] = []

beforeEach(async () => {
  ;[kept, disputed, transferred, waiting, open] = [0, 0, 0, [], []]
  disputes.clear()
  seen.clear()
  world = await startWithVendors()
  // Until the first step that changes it, refunds wait for funds.
  world.razorpay.isPoor = true
})
afterEach(() => world.stop())

const today = () => localDateOf(world.app.clock.now(), ZONE)
const sum = <T>(some: Iterable<T>, of: (one: T) => number) => [...some].reduce((all, one) => all + of(one), 0)
const inPaise = (rupees: string | undefined) => Math.round(Number(rupees) * 100)

const vendor = fc.constantFrom('razorpay', 'cashfree')
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('pay'), by: vendor }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('pay late', 'pay another amount'), by: vendor }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('pay in the demo', 'pay in cash'), at: fc.constantFrom(SHOP, OTHER_SHOP) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('serve'), which: fc.nat(100) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('refund'), which: fc.nat(100), paise: fc.integer({ min: 1, max: 9000 }) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('refund on the pages', 'dispute'), which: fc.nat(100) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('hand back', 'settle', 'have money for refunds, or none') }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait'), hours: fc.integer({ min: 3, max: 40 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Span {
  from: string
  to: string
}
const page = async (owner: Credentials, query: Span & { cursor?: string }) =>
  (await ask(world.app.address, listMoney, { id: MALL, query }, owner)).body
type Payment = Awaited<ReturnType<typeof page>>['payments'][number]

async function list(owner: Credentials, span: Span): Promise<Payment[]> {
  const first = await page(owner, span)
  const all = first.payments
  for (let { next } = first; next !== null; ) {
    const more = await page(owner, { ...span, cursor: next })
    all.push(...more.payments)
    next = more.next
  }
  return all
}

async function play(one: Step): Promise<void> {
  const { app, razorpay } = world
  const decide = () => {
    razorpay.decide()
    world.cashfree.decide()
  }
  const owner = await ownerOf(app.address)
  const ours = () => list(owner, { from: daysAfter(today(), -30), to: today() })
  const chosen = <T>(some: readonly T[], which: number): T | undefined => some[which % Math.max(1, some.length)]
  if (one.does === 'wait') app.clock.advance(one.hours * HOUR)
  if (one.does === 'pay' || one.does === 'pay late' || one.does === 'pay another amount') {
    const payer = await payerOf(world, one.by)
    if (one.does === 'pay late') await holdEnds(world)
    const claim = one.by === 'razorpay' && razorpay.pay(payer.vendorOrderId, one.does === 'pay another amount' ? { amount: 9000 } : {})
    if (!claim) world.cashfree.pay(payer.vendorOrderId)
    decide()
    await confirm(world, payer)
    if (claim) await deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', claim.razorpay_payment_id))
    waiting.push(payer)
  }
  if (one.does === 'pay in the demo') waiting.push(await paidShopper(app.address, one.at))
  if (one.does === 'pay in cash') {
    const shopper = await cashShopper(app.address, one.at)
    await ask(app.address, confirmPayment, { id: shopper.paymentId, body: {} }, owner)
    waiting.push(shopper)
  }
  if (one.does === 'serve') {
    const ticket = chosen(waiting, one.which)
    if (!ticket) return
    waiting = waiting.filter((other) => other !== ticket)
    await send(app.address, callTicket, { id: ticket.ticketId, body: {} }, owner)
    await send(app.address, completeTicket, { id: ticket.ticketId, body: {} }, owner)
  }
  if (one.does === 'refund') {
    const payment = chosen(await ours(), one.which)
    // Also more than is left, and of money without an order: these are refused.
    if (payment) await send(app.address, refundPayment, { id: payment.id, body: { amountPaise: one.paise, reason: 'Waited long' } }, owner)
  }
  if (one.does === 'refund on the pages') {
    const at = (await ours()).filter(
      (row) => row.gateway === 'razorpay' && row.state === 'matched' && row.refundedPaise + 3000 < row.amountPaise,
    )
    const payment = chosen(at, one.which)
    if (payment) await deliver(world, razorpayWebhook, razorpay.refundOnDashboard(payment.vendorOrderId, 3000))
  }
  if (one.does === 'dispute') {
    const at = (await ours()).flatMap((row) => (row.gateway === 'razorpay' && row.vendorPaymentId !== null ? row.vendorPaymentId : []))
    const id = chosen(
      at.filter((name) => !disputes.has(name)),
      one.which,
    )
    if (id === undefined) return
    disputes.add(id)
    open.push(id)
    await deliver(world, razorpayWebhook, razorpay.disputeEventOf('lost', id, { status: 'lost', deducted: DEDUCTED }))
  }
  if (one.does === 'have money for refunds, or none') razorpay.isPoor = !razorpay.isPoor
  if (one.does === 'hand back')
    for (const { id, gateway, duePaise } of await ours())
      if (gateway === 'cash' && duePaise > 0) await send(app.address, handBack, { id, body: {} }, owner)
  if (one.does === 'settle') {
    for (const told of [razorpay.settle(today()), world.cashfree.settle(today())]) {
      kept += told.fees + told.tax
      transferred += told.net
    }
    disputed += open.length * DEDUCTED
    open = []
    app.clock.advance(7 * HOUR)
  }
  await app.running.tick()
  decide()
  app.clock.advance(MINUTE)
  await app.running.tick()
}

const amounts = (rows: readonly Payment[]) => ({
  count: rows.length,
  capturedPaise: sum(rows, (row) => row.amountPaise),
  refundedPaise: sum(rows, (row) => row.refundedPaise),
})
const dayOf = ({ at }: Payment) => localDateOf(new Date(at), ZONE)

async function fileOf(kind: ExportKind, span: Span): Promise<string> {
  const { bearer } = await ownerOf(world.app.address)
  const address = world.app.address + addressOf(exportMoney, { id: MALL, query: { kind, ...span } })
  return (await fetch(address, { headers: { authorization: `Bearer ${bearer}` } })).text()
}
const linesOf = async (kind: ExportKind, span: Span): Promise<Record<string, string>[]> =>
  parse(await fileOf(kind, span), { bom: true, columns: true })

/** Lists the payments when the workers have nothing left to do: they also run when no one asks them to. */
async function whenQuiet(owner: Credentials, query: Span): Promise<Payment[]> {
  for (let before = ''; ; ) {
    const rows = await list(owner, query)
    const now = outline(rows)
    if (now === before) return rows
    before = now
    world.app.clock.advance(MINUTE)
    await world.app.running.tick()
  }
}

const outline = (rows: readonly Payment[]) =>
  JSON.stringify(rows.map(({ id, state, refunds }) => [id, state, refunds.map((one) => one.state)]))

/** Compares again if the books have changed in between: some workers run by the clock of the machine. */
async function comparing(span: Span, compare: (rows: Payment[], span: Span) => Promise<unknown>): Promise<void> {
  const owner = await ownerOf(world.app.address)
  const rows = await whenQuiet(owner, span)
  await compare(rows, span).catch(async (error: unknown) => {
    if (outline(await list(owner, span)) === outline(rows)) throw error
    await comparing(span, compare)
  })
}

/** The report, the list and the file of the payments agree, in each way in which the report adds up. */
async function expectOneSum(rows: readonly Payment[], query: Span) {
  const owner = await ownerOf(world.app.address)
  const { body: report } = await ask(world.app.address, readMoney, { id: MALL, query }, owner)
  const { body: ofShop } = await ask(world.app.address, readMoney, { id: SHOP, query }, owner)
  const lines = await linesOf('payments', query)
  expect(
    lines.map((line) => [line.Payment, line.State, inPaise(line.Amount), inPaise(line.Refunded), inPaise(line.Owed)]),
    'the file and the list',
  ).toEqual(rows.map((row) => [row.id, row.state, row.amountPaise, row.refundedPaise, row.duePaise]))
  expect(report.totals).toMatchObject({ ...amounts(rows), feesPaise: sum(rows, (row) => row.feePaise) })
  expect(ofShop.totals).toMatchObject(amounts(rows.filter((row) => row.shopId === SHOP)))
  for (const state of moneyStates) {
    expect(report.states[state].count, state).toBe(rows.filter((row) => row.state === state).length)
    if (report.states[state].count > 0) seen.add(state)
  }
  for (const state of ['late', 'refund_due'] as const) {
    const stuck = rows.filter((row) => row.state === state && row.refunds.some((one) => STUCK.includes(one.state)))
    expect(report.states[state].needsPerson, state).toBe(stuck.length)
  }
  expect(report.states.refund_due.amountPaise + report.states.late.amountPaise).toBe(sum(rows, (row) => row.duePaise))
  for (const { day, shops, ...sums } of report.byDay) {
    const own = rows.filter((row) => dayOf(row) === day)
    expect(sums, day).toMatchObject(amounts(own))
    for (const { shopId, capturedPaise } of shops)
      expect(capturedPaise).toBe(amounts(own.filter((row) => row.shopId === shopId)).capturedPaise)
  }
  for (const shop of report.byShop) expect(shop).toMatchObject(amounts(rows.filter((row) => row.shopId === shop.shopId)))
  for (const way of report.byGateway) expect(way).toMatchObject(amounts(rows.filter((row) => row.gateway === way.gateway)))
  for (const some of [report.byDay, report.byShop, report.byGateway, report.byLane])
    expect(sum<{ netPaise: number }>(some, (one) => one.netPaise)).toBe(report.totals.netPaise)
  return report
}

/** Also the vouchers and the GST return say the same of all days, and so do the vendors. */
async function expectSameBooks(rows: readonly Payment[], span: Span): Promise<void> {
  const report = await expectOneSum(rows, span)
  expect([report.totals.feesPaise, report.totals.disputedPaise], 'what vendors and banks have kept').toEqual([kept, disputed])
  for (const name of vendorNames) {
    const taken = world[name].books().payments.filter(({ state }) => state === 'paid' || state === 'returned')
    const listed = rows.filter((row) => row.gateway === name)
    expect(amounts(listed).capturedPaise, name).toBe(sum(taken, (one) => one.amountPaise))
  }
  const papers = rows.flatMap(({ receipt }) => receipt ?? [])
  const notes = rows.flatMap(({ creditNotes }) => creditNotes)
  const net = (of: (paper: (typeof papers)[number] | (typeof notes)[number]) => number) => sum(papers, of) - sum(notes, of)
  const vouchers = (await fileOf('tally', span)).match(/<VOUCHER .*?<\/VOUCHER>/g) ?? []
  const entries = vouchers.flatMap((voucher) => [...voucher.matchAll(/<LEDGERNAME>([^<]*).*?<AMOUNT>([^<]*)/g)])
  const debitsOf = (name: RegExp) => 0 - sum(entries, ([, ledger = '', rupees]) => (name.test(ledger) ? inPaise(rupees) : 0))
  const paperVouchers = vouchers.filter((voucher) => /VCHTYPE="(?:Sales|Credit Note)"/.test(voucher))
  // The first entry of a paper is the money.
  const debits = paperVouchers.map((voucher) => inPaise(/<AMOUNT>([^<]+)</.exec(voucher)?.[1]))
  expect([debits.length, -sum(debits, (paise) => paise)]).toEqual([papers.length + notes.length, net((paper) => paper.totalPaise)])
  expect([debitsOf(/^Bank$/), debitsOf(/Gateway Fees$/), debitsOf(/Disputes$/)], 'what was transferred').toEqual([
    transferred,
    kept,
    disputed,
  ])
  const hsn = await linesOf('hsn', span)
  const columns = ['Taxable Value', 'Central Tax Amount', 'State/UT Tax Amount', 'Integrated Tax Amount'] as const
  expect(columns.map((column) => sum(hsn, (line) => inPaise(line[column])))).toEqual([
    net((paper) => paper.taxablePaise),
    net((paper) => paper.cgstPaise),
    net((paper) => paper.sgstPaise),
    net((paper) => paper.igstPaise),
  ])
  expect(sum(await linesOf('b2cs', span), (line) => inPaise(line['Taxable Value']))).toBe(net((paper) => paper.taxablePaise))
}

test.each(years)(
  'random days have the same sums in the report, the list, the files and the books of the vendors, to the paisa (%i)',
  async (year) => {
    // The demo has a past.
    const first = daysAfter(today(), -30)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), fc.nat(6), async (steps, span) => {
        for (const one of steps) {
          await play(one)
          // A change of a day that was added up before counts at once.
          if (one.does.startsWith('refund')) await comparing({ from: daysAfter(today(), -span), to: today() }, expectOneSum)
        }
        const from = daysAfter(today(), -span)
        await comparing({ from, to: from }, expectOneSum)
        await comparing({ from: first, to: today() }, expectSameBooks)
      }),
      { numRuns: Math.min(IN_A_YEAR, Number(STRETCHES)), seed: Number(SEED) + year, endOnFailure: true },
    )
    const days = await world.app.database.db.selectFrom('moneyDay').select('day').distinct().execute()
    expect(days.length, 'many days are added up before they are read').toBeGreaterThan(5)
    expect(seen).toEqual(new Set(moneyStates))
  },
  600_000,
)
