import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import type { DomainEvent } from '#contract/events.ts'
import { confirmPayment, handBack } from '#contract/payments/calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { writeAtOnce } from '#server/db/at-once.ts'
import { transaction } from '#server/db/transaction.ts'
import { openVault } from '#server/kit/hash.ts'
import type { Relayed } from '#server/outbox/event.ts'
import { ask } from '#tests/support/calls/client.ts'
import { SHOP } from '#tests/support/people/callers.ts'
import { cashShopper, ownerOf, staffOf } from '#tests/support/people/people.ts'
import { startApp, type TestApp } from '#tests/support/server/app.ts'
import { overhear, type Statement } from '#tests/support/server/statements.ts'
import { messageListener } from './queue-messages.ts'
import { screenMailSender, screenSender } from './senders/screen.ts'

let app: TestApp
let heard: () => readonly Statement[]
let tickets: { id: string; shopId: string }[]
beforeAll(async () => {
  app = await startApp()
  const { db } = app.database
  tickets = await db.selectFrom('ticket').select(['id', 'shopId']).execute()
  heard = overhear(db)
})
afterAll(() => app.stop())

const vault = openVault('a key for tests, not for anybody else')
const demo = { sender: screenSender, mail: screenMailSender, vault }
const withMail = { ...demo, mail: { ...screenMailSender, channel: 'email' as const } }
const relayed = (events: readonly DomainEvent[], at: Date): Relayed[] => events.map((event) => ({ ...event, seq: 0, at }))

/** Records events as the relay does; returns the number of statements. */
async function record(
  events: readonly DomainEvent[],
  deps: typeof demo | typeof withMail = demo,
  at: Date = app.clock.now(),
): Promise<number> {
  const mark = `batch ${heard().length}`
  await transaction(app.database.db, async (tx) => {
    await sql`select ${mark}::text`.execute(tx)
    await writeAtOnce(tx, ...(await messageListener(deps).record(tx, relayed(events, at), app.clock.now())))
  })
  const own = heard().find(({ values }) => values.includes(mark))?.transaction
  return heard().filter(({ transaction: one }) => one === own).length
}

let rings = 1000
const calls = (some: typeof tickets): DomainEvent[] => {
  rings += 1
  return some.flatMap(({ id: ticketId, shopId }) => [
    { kind: 'ticket.joined', shopId, ticketId },
    { kind: 'ticket.called', shopId, ticketId, ring: rings },
    { kind: 'ticket.held', shopId, ticketId },
  ])
}
const mailsTo = (email: string) => app.database.db.selectFrom('message').select(['kind', 'channel']).where('email', '=', email).execute()

describe('the messages of a batch', () => {
  test('take the same number of statements for one event and for many', async () => {
    expect(tickets.length).toBeGreaterThan(3)
    const one = await record(calls(tickets.slice(0, 1)))
    expect(one).toBeGreaterThan(3)
    expect(await record(calls(tickets))).toBe(one)
  })

  test('are written once for each cause, however often the relay begins again', async () => {
    const events = calls(tickets)
    await record(events)
    await record(events)
    const own = await app.database.db.selectFrom('message').select('ticketId').where('kind', '=', 'call').where('seq', '=', rings).execute()
    expect(own.map(({ ticketId }) => ticketId).toSorted()).toEqual(tickets.map(({ id }) => id).toSorted())
  })

  test('are none for events that tell no one', async () => {
    expect(await record([{ kind: 'shop.changed', shopId: 'royal-sarees' }])).toBe(await record([]))
  })
})

test('cash that the owner gives back is announced to its shopper, unless staff have handed it over by then', async () => {
  const [owner, staff] = [await ownerOf(app.address), await staffOf(app.address)]
  const { ticketId, paymentId } = await cashShopper(app.address, SHOP)
  await ask(app.address, confirmPayment, { id: paymentId }, staff)
  const { refund } = (await ask(app.address, refundPayment, { id: paymentId, body: { reason: 'closed' } }, owner)).body
  const { db } = app.database
  const told = () => db.selectFrom('message').select('params').where('ticketId', '=', ticketId).where('kind', '=', 'collect').execute()
  await expect.poll(told).toEqual([{ params: { amount: '₹142', shop: 'Phoenix Café' } }])
  await ask(app.address, handBack, { id: paymentId, body: {} }, staff)
  await record([{ kind: 'payment.to-collect', shopId: SHOP, ticketId, refundId: refund.id, amountPaise: refund.amountPaise }])
  expect(await told()).toHaveLength(1)
})

describe('a call that was undone', () => {
  const ticket = () => tickets[0] ?? { id: '', shopId: '' }
  const event = (kind: 'ticket.called' | 'ticket.undone'): DomainEvent =>
    kind === 'ticket.called'
      ? { kind, shopId: ticket().shopId, ticketId: ticket().id, ring: rings }
      : { kind, shopId: ticket().shopId, ticketId: ticket().id }
  const told = async () =>
    (
      await app.database.db
        .selectFrom('message')
        .select(['kind', 'state', 'seq'])
        .where('ticketId', '=', ticket().id)
        .orderBy('kind')
        .orderBy('seq')
        .execute()
    )
      .filter(({ kind, seq }) => (kind === 'call' || kind === 'mistake') && seq >= rings - 1)
      .map(({ kind, state }) => `${kind} ${state}`)
  const undo = (at: Date | null, state: 'waiting' | 'missed' = 'waiting') =>
    app.database.db
      .updateTable('ticket')
      .set({ state, callUndoneAt: at, callCount: rings, recallCount: 1 })
      .where('id', '=', ticket().id)
      .execute()

  test.each([
    ['sent', 1, ['call sent', 'mistake queued']],
    ['delivered', 1, ['call delivered', 'mistake queued']],
    ['failed', 3, ['call failed']],
    ['queued', 0, ['call dropped']],
    // The try may have reached the phone.
    ['queued', 1, ['call dropped', 'mistake queued']],
  ] as const)('whose message is %s after %i tries: %j', async (state, tries, expected) => {
    rings += 2
    await undo(null)
    await record([event('ticket.called')])
    const own = app.database.db.updateTable('message').set({ state, tries, nextTryAt: state === 'queued' ? new Date(8e12) : null })
    await own.where('ticketId', '=', ticket().id).where('kind', '=', 'call').where('seq', '=', rings).execute()
    const at = app.clock.now()
    await undo(at)
    await record([event('ticket.undone')], demo, at)
    expect(await told()).toEqual(expected)
  })

  test('corrects one message of several: that of the call went out, that of its recall did not', async () => {
    rings += 2
    await undo(null)
    await record([{ ...event('ticket.called'), ring: rings - 1 } as DomainEvent, event('ticket.called')])
    const { db } = app.database
    await db
      .updateTable('message')
      .set({ state: 'sent', nextTryAt: null })
      .where('seq', '=', rings - 1)
      .execute()
    const at = app.clock.now()
    await undo(at)
    await record([event('ticket.undone')], demo, at)
    expect(await told()).toEqual(['call sent', 'call dropped', 'mistake queued'])
  })

  test('is withdrawn, and nothing is said, if the person had missed the turn before', async () => {
    rings += 2
    await undo(null)
    await record([event('ticket.called')])
    const at = app.clock.now()
    await undo(at, 'missed')
    await record([event('ticket.undone')], demo, at)
    expect(await told()).toEqual(['call dropped'])
  })

  test('sends nothing if its message was not recorded yet, or if the person has been called again', async () => {
    rings += 2
    const at = app.clock.now()
    await undo(at)
    await record([event('ticket.called'), event('ticket.undone')], demo, at)
    expect(await told()).toEqual([])
    await undo(null)
    await record([event('ticket.called'), event('ticket.undone')], demo, at)
    expect(await told()).toEqual(['call queued'])
  })
})

describe('mails to one address in one batch', () => {
  const asked = (email: string): DomainEvent => ({ kind: 'sign-up.asked', shopId: null, email, sealedCode: vault.seal('x'), locale: 'en' })

  test('keep to their limit: three links for a sign-up', async () => {
    const email = 'new.owner@example.in'
    await record(Array.from({ length: 5 }, () => asked(email)))
    expect(await mailsTo(email)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'confirm', channel: 'screen' })))
  })

  test('say once that there is an account', async () => {
    const { email } = demoAccounts.owner
    await record([asked(email), asked(email)])
    expect(await mailsTo(email)).toEqual([{ kind: 'taken', channel: 'screen' }])
  })
})

test('a run of failed sign-ins is recorded also in a demo, which has no mailbox for it', async () => {
  const { email } = demoAccounts.staff
  const failures = { kind: 'account.alert', shopId: null, alert: 'failures', accountId: null, email, from: null } as const
  const { db } = app.database
  const recorded = () => db.selectFrom('audit').select('id').where('action', '=', 'sign-in.failed').execute()
  await record([failures])
  expect(await recorded()).toHaveLength(1)
  expect(await mailsTo(email)).toEqual([])
  await record([failures, failures], withMail)
  expect(await recorded()).toHaveLength(3)
  expect(await mailsTo(email)).toEqual([{ kind: 'failures', channel: 'email' }])
})
