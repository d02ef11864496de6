import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR, localDateOf, MINUTE, SECOND } from '#contract/base/time.ts'
import { readDeskState } from '#contract/desk/calls.ts'
import { changeSettings } from '#contract/office/settings-calls.ts'
import { cancelTicket, confirmPayment, handBack, listHandBacks, readPayment, readReceipt } from '#contract/payments/calls.ts'
import { cashfreeWebhook, razorpayWebhook } from '#contract/payments/gateway-calls.ts'
import type { VendorName } from '#contract/payments/payments.ts'
import { readRefundable, refundPayment } from '#contract/payments/refund-calls.ts'
import { readPass } from '#contract/storefront/calls.ts'
import { type Credentials, clientOf, done } from '#tests/support/calls/client.ts'
import { addRivals, introductions, SHOP } from '#tests/support/people/callers.ts'
import { cashShopper, ownerOf, staffOf } from '#tests/support/people/people.ts'
import { booksOf, deliver, type Payer, payerAtBank, payerOf, startWithVendors, type Vendors } from '#tests/support/people/vendor-payers.ts'

/** Refunds as rows: a part or all of a payment, by a person, by a rule, or on the vendor's own pages. */

let world: Vendors
let owner: Credentials
let staff: Credentials
beforeAll(async () => {
  world = await startWithVendors()
  await addRivals(world.app)
  await signInAgain()
})
afterAll(() => world.stop())

const as = clientOf(() => world.app.address)
async function signInAgain() {
  owner = await ownerOf(world.app.address)
  staff = await staffOf(world.app.address)
}
/** A refund by a person; absent `amountPaise` is all that is left. */
const refund = (id: string, body: { amountPaise?: number; reason?: string }, who: Credentials = owner) =>
  as(who, refundPayment, { id, body: { reason: 'the wait was too long', ...body } })
const rowsOf = (paymentId: string) =>
  world.app.database.db.selectFrom('refund').selectAll().where('paymentId', '=', paymentId).orderBy('createdAt').execute()
const sumsOf = async (paymentId: string) => {
  const row = await world.app.database.db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  return [row.state, row.refundingPaise, row.refundedPaise]
}
const messagesOf = async ({ ticketId }: { ticketId: string }, kinds: ('refund' | 'part' | 'collect')[] = ['refund', 'part']) =>
  (await world.app.database.db.selectFrom('message').select('kind').where('ticketId', '=', ticketId).where('kind', 'in', kinds).execute())
    .length
const receiptOf = async ({ shopper, paymentId }: Payer) => {
  const { receiptId } = (await done(as(shopper, readPayment, { id: paymentId }))).body
  return (await done(as(shopper, readReceipt, { id: receiptId ?? '' }))).body
}
const webhooks = { razorpay: razorpayWebhook, cashfree: cashfreeWebhook }

/** A shopper who has paid ₹141.60 through a vendor. */
async function paidAt(gateway: VendorName): Promise<Payer> {
  const payer = await payerAtBank(world, gateway)
  expect((await as(payer.shopper, confirmPayment, { id: payer.paymentId, body: {} })).status).toBe(200)
  return payer
}
/** The call that asks a vendor for a refund, as `POST /path`. */
async function refundCallOf({ paymentId, vendorOrderId }: Payer, gateway: VendorName): Promise<string> {
  const { db } = world.app.database
  const { vendorPaymentId } = await db.selectFrom('payment').select('vendorPaymentId').where('id', '=', paymentId).executeTakeFirstOrThrow()
  return gateway === 'razorpay' ? `POST /v1/payments/${vendorPaymentId}/refund` : `POST /pg/orders/${vendorOrderId}/refunds`
}
async function paidOut() {
  await world.app.running.tick()
  world.razorpay.decide()
  world.cashfree.decide()
  world.app.clock.advance(MINUTE)
  await world.app.running.tick()
}

describe('a refund by the owner', () => {
  test.each(['razorpay', 'cashfree'] as const)(
    'is a part of a payment at %s, then the rest: the place stays, and each part has its credit note',
    async (gateway) => {
      const payer = await paidAt(gateway)
      const shown = async () =>
        (await done(as(payer.shopper, readPass, { id: payer.ticketId }))).body.payment?.refunds.map((one) => [one.state, one.bankReference])
      const first = await refund(payer.paymentId, { amountPaise: 5000 })
      expect([first.status, first.body.refund]).toEqual([200, { id: expect.any(String), amountPaise: 5000, state: 'due' }])
      await world.app.running.tick()
      expect(await shown(), 'the vendor has accepted it').toEqual([['started', null]])
      await paidOut()
      expect(await shown(), 'with it, the bank finds the money').toEqual([['done', expect.stringMatching(/^74332741/)]])
      expect(await sumsOf(payer.paymentId)).toEqual(['captured', 5000, 5000])
      const rest = await refund(payer.paymentId, {})
      expect(rest.body.refund).toMatchObject({ amountPaise: 9160 })
      expect(await sumsOf(payer.paymentId)).toEqual(['refund_pending', 14_160, 5000])
      await paidOut()
      expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
      const rows = await rowsOf(payer.paymentId)
      expect(rows).toMatchObject([
        {
          kind: 'owner',
          reason: 'the wait was too long',
          state: 'processed',
          vendorRefundId: expect.any(String),
          bankReference: expect.stringMatching(/^7/),
        },
        { kind: 'owner', amountPaise: 9160, state: 'processed' },
      ])
      expect(rows.map(({ id }) => world[gateway].paidOut(id))).toEqual([5000, 9160])
      expect((await done(as(payer.shopper, readPayment, { id: payer.paymentId }))).body.payment.refundedPaise).toBe(14_160)
      const receipt = await receiptOf(payer)
      expect(receipt.creditNotes.map(({ totalPaise }) => totalPaise)).toEqual([5000, 9160])
      for (const column of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'extraPaise'] as const)
        expect(
          receipt.creditNotes.reduce((sum, note) => sum + note[column], 0),
          column,
        ).toBe(receipt[column])
      const { messages } = (await done(as(payer.shopper, readPass, { id: payer.ticketId }))).body
      expect(messages.flatMap(({ kind, text }) => (kind === 'part' ? text : [])).toSorted()).toEqual([
        'Part of your fee at Phoenix Café has been refunded: ₹50 of ₹141.60.',
        'Part of your fee at Phoenix Café has been refunded: ₹91.60 of ₹141.60.',
      ])
      expect(await messagesOf(payer)).toBe(2)
    },
  )

  test('that is sent again with its idempotency key is made once; another body with the key is refused', async () => {
    const payer = await paidAt('razorpay')
    const refundOf = (amountPaise: number) =>
      refund(payer.paymentId, { amountPaise }, { ...owner, headers: { ...owner.headers, 'idempotency-key': `refund ${payer.paymentId}` } })
    const first = await refundOf(5000)
    // Beyond the ten seconds in which an equal press is the same press.
    world.app.clock.advance(MINUTE)
    const again = await refundOf(5000)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await refundOf(4000)).body.code).toBe('idempotency_mismatch')
    expect(await rowsOf(payer.paymentId)).toHaveLength(1)
  })

  test('never exceeds what is left, and begins only for money that is captured', async () => {
    const payer = await paidAt('razorpay')
    const codeOf = async (body: object) => (await refund(payer.paymentId, body)).body.code
    const tooMuch = await refund(payer.paymentId, { amountPaise: 14_161 })
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'more_than_captured'])
    expect(await codeOf({ amountPaise: 99 })).toBe('invalid_input')
    expect(await codeOf({ amountPaise: 14_100 }), 'the rest would be too small for the vendor').toBe('invalid_input')
    expect(await codeOf({ reason: ' ' })).toBe('invalid_input')
    expect((await refund(payer.paymentId, { amountPaise: 10_000 })).status).toBe(200)
    expect((await refund(payer.paymentId, { amountPaise: 4161 })).body.code).toBe('more_than_captured')
    expect((await refund(payer.paymentId, { amountPaise: 4160 })).status).toBe(200)
    world.app.clock.advance(11 * SECOND)
    expect(await codeOf({}), 'nothing is left').toBe('more_than_captured')
    const unpaid = await payerOf(world, 'razorpay')
    const early = await refund(unpaid.paymentId, {})
    expect([early.status, early.body.code, await rowsOf(unpaid.paymentId)]).toEqual([409, 'more_than_captured', []])
    expect((await refund('nobody-s', {})).body.code).toBe('payment_not_found')
    expect((await rowsOf(payer.paymentId)).map(({ amountPaise }) => amountPaise)).toEqual([10_000, 4160])
    // No statement can break the sum either.
    const broken = world.app.database.db.updateTable('payment').set({ refundingPaise: 14_161 }).where('id', '=', payer.paymentId)
    await expect(broken.execute()).rejects.toThrow(/payment_refunds/)
  })

  test('of a payment of another mall is a reach: it does not exist there', async () => {
    const payer = await paidAt('cashfree')
    const rival = await introductions(world.app.address)('the owner of another mall')
    expect((await refund(payer.paymentId, {}, rival)).body.code).toBe('payment_not_found')
    expect(await rowsOf(payer.paymentId)).toEqual([])
  })

  test('is made once however often it is pressed at the same moment, with a part and with all of it', async () => {
    for (const body of [{ amountPaise: 5000 }, {}]) {
      const payer = await paidAt('cashfree')
      const answers = await Promise.all(Array.from({ length: 100 }, () => refund(payer.paymentId, body)))
      expect(new Set(answers.map(({ status, body: { refund: made } }) => `${status} ${made?.id}`)).size).toBe(1)
      expect(await rowsOf(payer.paymentId)).toHaveLength(1)
      await paidOut()
      const [row] = await rowsOf(payer.paymentId)
      expect(world.cashfree.paidOut(row?.id ?? '')).toBe(body.amountPaise ?? 14_160)
      expect(await messagesOf(payer)).toBe(1)
    }
  })

  test('is repeated on purpose after ten seconds', async () => {
    const payer = await paidAt('cashfree')
    const first = await refund(payer.paymentId, { amountPaise: 2000 })
    expect((await refund(payer.paymentId, { amountPaise: 2000 })).body.refund?.id).toBe(first.body.refund?.id)
    world.app.clock.advance(11 * SECOND)
    expect((await refund(payer.paymentId, { amountPaise: 2000 })).body.refund?.id).not.toBe(first.body.refund?.id)
    expect(await sumsOf(payer.paymentId)).toEqual(['captured', 4000, expect.any(Number)])
  })

  test('of cash waits for staff, who hand each part back', async () => {
    const { ticketId, paymentId, ...shopper } = await cashShopper(world.app.address, SHOP)
    expect((await as(staff, confirmPayment, { id: paymentId })).status).toBe(200)
    expect((await refund(paymentId, { amountPaise: 2050 })).body.code, 'no one has coins of paise').toBe('invalid_input')
    const [one, two] = [await refund(paymentId, { amountPaise: 2000 }), await refund(paymentId, { amountPaise: 3000 })]
    expect([one.body.refund?.state, two.body.refund?.state]).toEqual(['by_hand', 'by_hand'])
    const listed = async () =>
      (await done(as(staff, listHandBacks, { id: SHOP }))).body.handBacks
        .filter((line) => line.paymentId === paymentId)
        .map((line) => line.amountPaise)
    expect(await listed()).toEqual([2000, 3000])
    const back = () => as(staff, handBack, { id: paymentId, body: { refundId: one.body.refund?.id ?? '' } })
    expect([(await back()).body.alreadyDone, (await back()).body.alreadyDone]).toEqual([false, true])
    expect([await listed(), await sumsOf(paymentId)]).toEqual([[3000], ['captured', 5000, 2000]])
    await as(shopper, cancelTicket, { id: ticketId })
    expect(await sumsOf(paymentId), 'leaving gives back what is left').toEqual(['refund_pending', 14_200, 2000])
    expect((await as(staff, handBack, { id: paymentId })).body).toMatchObject({ alreadyDone: false, payment: { state: 'refunded' } })
    expect(await sumsOf(paymentId)).toEqual(['refunded', 14_200, 14_200])
  })
})

describe('a refund by staff', () => {
  const limit = (staffRefundLimitPaise: number) => as(owner, changeSettings, { id: SHOP, body: { staffRefundLimitPaise } })

  test('needs a limit of the shop, which holds for all that staff refund of one payment', async () => {
    const payer = await paidAt('razorpay')
    const refused = await refund(payer.paymentId, { amountPaise: 2000 }, staff)
    expect([refused.status, refused.body.code]).toEqual([403, 'over_refund_limit'])
    expect((await limit(5000)).status).toBe(200)
    expect((await refund(payer.paymentId, {}, staff)).body.code).toBe('over_refund_limit')
    expect((await refund(payer.paymentId, { amountPaise: 3000 }, staff)).status).toBe(200)
    expect((await refund(payer.paymentId, { amountPaise: 2001 }, staff)).body.code).toBe('over_refund_limit')
    expect((await refund(payer.paymentId, { amountPaise: 2000 }, staff)).status).toBe(200)
    expect((await rowsOf(payer.paymentId)).map(({ kind }) => kind)).toEqual(['staff', 'staff'])
    const other = await introductions(world.app.address)('staff of another shop')
    expect((await refund(payer.paymentId, { amountPaise: 1000 }, other)).body.code).toBe('payment_not_found')
    await limit(0)
  })

  test('is offered at the desk with as much as this person may refund', async () => {
    const payer = await paidAt('razorpay')
    const offered = async (who: Credentials) => {
      const { mayRefundPaise, refunds } = (await done(as(who, readRefundable, { id: payer.ticketId }))).body
      return [(await done(as(who, readDeskState, { id: SHOP }))).body.mayRefund, mayRefundPaise, refunds.length]
    }
    expect([await offered(staff), await offered(owner)]).toEqual([
      [false, 0, 0],
      [true, 14_160, 0],
    ])
    await limit(5000)
    await refund(payer.paymentId, { amountPaise: 3000 }, staff)
    expect([await offered(staff), await offered(owner)]).toEqual([
      [true, 2000, 1],
      [true, 11_160, 1],
    ])
    await limit(0)
    const unpaid = await payerOf(world, 'razorpay')
    expect((await done(as(owner, readRefundable, { id: unpaid.ticketId }))).body).toMatchObject({ payment: null, mayRefundPaise: 0 })
  })

  test('is on record with the amount and the reason', async () => {
    await limit(14_160)
    const payer = await paidAt('razorpay')
    await refund(payer.paymentId, { amountPaise: 1000, reason: 'wrong counter' }, staff)
    const entry = await world.app.database.db
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', payer.paymentId)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'payment.refunded',
      actorKind: 'staff',
      detail: { changes: { amountPaise: [null, 1000], reason: [null, 'wrong counter'] } },
    })
    await limit(0)
  })
})

describe('a refund on the vendor’s own pages', () => {
  test.each(['razorpay', 'cashfree'] as const)(
    'of %s moves the sums, gets a credit note and is told to the shopper, once',
    async (gateway) => {
      const payer = await paidAt(gateway)
      const event = world[gateway].refundOnDashboard(payer.vendorOrderId, 4000)
      for (let times = 0; times < 3; times += 1) await deliver(world, webhooks[gateway], event)
      expect(await sumsOf(payer.paymentId)).toEqual(['captured', 4000, 4000])
      expect(await rowsOf(payer.paymentId)).toMatchObject([{ kind: 'dashboard', state: 'processed', bankReference: expect.any(String) }])
      await deliver(world, webhooks[gateway], world[gateway].refundOnDashboard(payer.vendorOrderId, 10_160))
      await world.app.running.tick()
      expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
      const receipt = await receiptOf(payer)
      expect([receipt.refunded, receipt.creditNotes.map(({ totalPaise }) => totalPaise)]).toEqual([true, [4000, 10_160]])
      expect(await messagesOf(payer)).toBe(2)
    },
  )

  test.each(['razorpay', 'cashfree'] as const)('of %s is found in its transfers if its webhook is lost, once', async (gateway) => {
    await signInAgain()
    const payer = await paidAt(gateway)
    await refund(payer.paymentId, { amountPaise: 2000 })
    await paidOut()
    world[gateway].refundOnDashboard(payer.vendorOrderId, 4000)
    world[gateway].settle(localDateOf(world.app.clock.now(), 'Asia/Kolkata'))
    for (let times = 0; times < 3; times += 1) {
      world.app.clock.advance(7 * HOUR)
      await world.app.running.tick()
    }
    await signInAgain()
    // The day has ended before a call, so the rest goes back, too.
    expect((await rowsOf(payer.paymentId)).map(({ kind, amountPaise }) => `${kind} ${amountPaise}`).sort()).toEqual([
      'dashboard 4000',
      'owner 2000',
      'rule 8160',
    ])
  })

  test.each(['razorpay', 'cashfree'] as const)(
    'at %s takes the place of ours that no one has asked for: the money goes back once',
    async (gateway) => {
      const payer = await paidAt(gateway)
      await refund(payer.paymentId, {})
      await deliver(world, webhooks[gateway], world[gateway].refundOnDashboard(payer.vendorOrderId, 4160))
      expect((await rowsOf(payer.paymentId)).map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
        ['owner', 10_000],
        ['dashboard', 4160],
      ])
      await paidOut()
      await paidOut()
      expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
    },
  )

  test.each([4160, 14_160])(
    'of %d paise counts even if we have heard only of a second payment, which the vendor gives back',
    async (amount) => {
      const { razorpay } = world
      const payer = await payerOf(world, 'razorpay')
      razorpay.pay(payer.vendorOrderId)
      const second = razorpay.pay(payer.vendorOrderId).razorpay_payment_id
      razorpay.decide()
      await deliver(world, razorpayWebhook, razorpay.eventOf('payment.captured', second))
      await deliver(world, razorpayWebhook, razorpay.refundOnDashboard(payer.vendorOrderId, amount))
      expect(await rowsOf(payer.paymentId)).toMatchObject([{ kind: 'dashboard', state: 'processed', amountPaise: amount }])
      await deliver(world, razorpayWebhook, razorpay.returnEventOf(second))
      const orphans = await world.app.database.db
        .selectFrom('orphan')
        .select('vendorPaymentId')
        .where('paymentId', '=', payer.paymentId)
        .execute()
      expect(orphans).toEqual([{ vendorPaymentId: second }])
    },
  )

  test('takes the place of ours that the vendor has refused; the smaller one has a key of its own', async () => {
    const payer = await paidAt('razorpay')
    world.razorpay.isPoor = true
    try {
      await refund(payer.paymentId, {})
      await world.app.running.tick()
      expect(await rowsOf(payer.paymentId)).toMatchObject([{ id: payer.paymentId, state: 'waiting_for_funds', amountPaise: 14_160 }])
    } finally {
      world.razorpay.isPoor = false
    }
    await deliver(world, razorpayWebhook, world.razorpay.refundOnDashboard(payer.vendorOrderId, 4160))
    const [smaller] = await rowsOf(payer.paymentId)
    expect(smaller).toMatchObject({ kind: 'owner', amountPaise: 10_000 })
    expect(smaller?.id).not.toBe(payer.paymentId)
    await paidOut()
    await paidOut()
    expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
    expect(world.razorpay.paidOut(smaller?.id ?? '')).toBe(10_000)
  })

  test('waits until the vendor has said which of ours it has paid, and never takes the place of that one', async () => {
    const payer = await paidAt('razorpay')
    const calls = await refundCallOf(payer, 'razorpay')
    // The first one is paid and its answer is lost; the second one never arrives.
    for (const [fault, reason] of [
      ['lost', 'the first'],
      ['cut', 'the second'],
    ] as const) {
      world.razorpay.misbehave(calls, fault)
      await refund(payer.paymentId, { amountPaise: 5000, reason })
      await world.app.running.tick()
    }
    expect((await rowsOf(payer.paymentId)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    await deliver(world, razorpayWebhook, world.razorpay.refundOnDashboard(payer.vendorOrderId, 5000))
    expect(await sumsOf(payer.paymentId), 'nothing is counted yet').toEqual(['captured', 10_000, 0])
    for (let times = 0; times < 4; times += 1) await paidOut()
    expect((await rowsOf(payer.paymentId)).map(({ reason, kind, amountPaise }) => [reason ?? kind, amountPaise])).toEqual([
      ['the first', 5000],
      ['the second', 4160],
      ['dashboard', 5000],
    ])
    expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
  })

  test('before we know of the capture waits for it', async () => {
    const payer = await payerOf(world, 'razorpay')
    const { razorpay_payment_id: id } = world.razorpay.pay(payer.vendorOrderId)
    world.razorpay.decide()
    const captured = world.razorpay.eventOf('payment.captured', id)
    await deliver(world, razorpayWebhook, world.razorpay.refundOnDashboard(payer.vendorOrderId, 14_160))
    expect(await sumsOf(payer.paymentId)).toEqual(['created', 0, 0])
    await deliver(world, razorpayWebhook, captured)
    world.app.clock.advance(10 * SECOND)
    await world.app.running.tick()
    expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
  })
})

describe('a refund that the vendor does not pay at once', () => {
  test.each(['razorpay', 'cashfree'] as const)('at %s waits for funds, says so, and is paid once they are there', async (gateway) => {
    const payer = await paidAt(gateway)
    world[gateway].isPoor = true
    try {
      await refund(payer.paymentId, { amountPaise: 5000 })
      await world.app.running.tick()
      const [row] = await rowsOf(payer.paymentId)
      expect([row?.state, row?.trouble]).toEqual(['waiting_for_funds', expect.stringMatching(/balance|money/)])
    } finally {
      world[gateway].isPoor = false
    }
    await paidOut()
    await paidOut()
    const [row] = await rowsOf(payer.paymentId)
    expect([row?.state, row?.trouble, world[gateway].paidOut(row?.id ?? '')]).toEqual(['processed', null, 5000])
  })

  test.each(['razorpay', 'cashfree'] as const)('at %s that the bank refuses is failed, and is made again', async (gateway) => {
    const payer = await paidAt(gateway)
    await refund(payer.paymentId, { amountPaise: 5000 })
    await world.app.running.tick()
    world[gateway].rejectRefunds()
    world.app.clock.advance(HOUR)
    await signInAgain()
    await paidOut()
    await paidOut()
    const [row] = await rowsOf(payer.paymentId)
    expect([row?.state, world[gateway].paidOut(row?.id ?? '')]).toEqual(['processed', 5000])
    expect(await booksOf(world, payer)).toMatchObject({ state: 'captured', refunds: 1 })
  })

  test.each(['razorpay', 'cashfree'] as const)('at %s that the bank refuses for a day is handed back in cash', async (gateway) => {
    await signInAgain()
    const payer = await paidAt(gateway)
    await refund(payer.paymentId, {})
    const listed = async () =>
      (await done(as(staff, listHandBacks, { id: SHOP }))).body.handBacks.filter(({ paymentId }) => paymentId === payer.paymentId)
    for (let hours = 0; hours < 26; hours += 1) {
      await world.app.running.tick()
      world[gateway].rejectRefunds()
      if (hours === 22) {
        await signInAgain()
        expect([await listed(), await messagesOf(payer, ['collect'])], 'the bank may still change its mind').toEqual([[], 0])
        expect((await as(staff, handBack, { id: payer.paymentId })).body.code).toBe('nothing_to_hand_back')
      }
      world.app.clock.advance(HOUR + SECOND)
    }
    await signInAgain()
    const [line] = await listed()
    expect(line).toMatchObject({ amountPaise: 14_160, mobile: payer.shopper.mobile })
    expect(await messagesOf(payer, ['collect']), 'the shopper is told to come for it').toBe(1)
    const call = await refundCallOf(payer, gateway)
    const asked = () => world[gateway].calls.filter((one) => one === call).length
    const before = asked()
    world.app.clock.advance(2 * HOUR)
    await world.app.running.tick()
    expect(asked()).toBe(before)
    await signInAgain()
    for (const alreadyDone of [false, true])
      expect((await done(as(staff, handBack, { id: payer.paymentId, body: { refundId: line?.refundId } }))).body.alreadyDone).toBe(
        alreadyDone,
      )
    expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
    await world.app.running.tick()
    expect([await messagesOf(payer), world[gateway].paidOut(line?.refundId ?? ''), await listed()]).toEqual([1, 0, []])
    expect(await messagesOf(payer, ['collect'])).toBe(1)
  })

  test('that waits for staff gives way to one that the owner makes on the vendor’s own pages', async () => {
    await signInAgain()
    const payer = await paidAt('razorpay')
    await refund(payer.paymentId, {})
    const { db } = world.app.database
    await db.updateTable('refund').set({ state: 'by_hand' }).where('paymentId', '=', payer.paymentId).execute()
    await deliver(world, razorpayWebhook, world.razorpay.refundOnDashboard(payer.vendorOrderId, 14_160))
    expect((await rowsOf(payer.paymentId)).map(({ kind, state }) => [kind, state])).toEqual([['dashboard', 'processed']])
    expect(await sumsOf(payer.paymentId)).toEqual(['refunded', 14_160, 14_160])
  })

  test.each(['razorpay', 'cashfree'] as const)('at %s is made once even if we never hear the answer', async (gateway) => {
    const payer = await paidAt(gateway)
    const call = await refundCallOf(payer, gateway)
    world[gateway].misbehave(call, 'lost')
    await refund(payer.paymentId, { amountPaise: 5000 })
    await world.app.running.tick()
    expect(
      (await rowsOf(payer.paymentId)).map(({ state, tries }) => [state, tries]),
      'the answer is not known',
    ).toEqual([['sent', 1]])
    await paidOut()
    await paidOut()
    const [row] = await rowsOf(payer.paymentId)
    expect([row?.state, world[gateway].paidOut(row?.id ?? '')]).toEqual(['processed', 5000])
    expect(world[gateway].calls.filter((one) => one === call).length).toBeLessThanOrEqual(2)
    expect(await messagesOf(payer)).toBe(1)
  })

  test('gets the reference of the bank later, if the bank had none when the money was back', async () => {
    await signInAgain()
    const payer = await paidAt('razorpay')
    world.razorpay.isArnLate = true
    const { body } = await refund(payer.paymentId, {})
    await paidOut()
    const shown = async () => (await done(as(payer.shopper, readPass, { id: payer.ticketId }))).body.payment?.refunds
    expect(await shown()).toMatchObject([{ state: 'done', bankReference: null }])
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    world.razorpay.isArnLate = false
    expect(await shown(), 'the bank still has none').toMatchObject([{ bankReference: null }])
    world.app.clock.advance(HOUR)
    await world.app.running.tick()
    expect(await shown()).toMatchObject([{ id: body.refund?.id, state: 'done', bankReference: expect.stringMatching(/^74332741/) }])
    expect(await messagesOf(payer), 'one message').toBe(1)
  })

  test('that is pending is only asked about, not made again', async () => {
    await signInAgain()
    const payer = await paidAt('cashfree')
    await refund(payer.paymentId, { amountPaise: 5000 })
    await world.app.running.tick()
    const made = () => world.cashfree.calls.filter((call) => call === `POST /pg/orders/${payer.vendorOrderId}/refunds`).length
    expect(made()).toBe(1)
    for (let tries = 0; tries < 3; tries += 1) {
      world.app.clock.advance(5 * MINUTE)
      await world.app.running.tick()
    }
    expect([made(), (await rowsOf(payer.paymentId))[0]?.state]).toEqual([1, 'pending'])
  })
})
