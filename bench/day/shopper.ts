import { MINUTE, SECOND } from '#contract/base/time.ts'
import { cancelTicket, confirmPayment, createPayment, readReceipt } from '#contract/payments/calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { readStorefront } from '#contract/storefront/calls.ts'
import type { PassWire } from '#contract/storefront/shapes.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import type { Credentials } from '#tests/support/calls/client.ts'
import type { Chance } from './chance.ts'
import type { Shop } from './mall.ts'
import { openScreen, type Play } from './play.ts'

/** Shares of the people who come to that step. */
const LOOKS_ONLY = 0.2
const NEVER_PROVES = 0.08
const TYPES_WRONG = 0.05
const PAYS_CASH = 0.2
const NEVER_PAYS = 0.1
const LOSES_CONNECTION = 0.15
const LEAVES = 0.06
const MISSES = 0.08
const COMES_LATE = 0.4

export async function goShopping(play: Play, shop: Shop, mobile: string, chance: Chance): Promise<void> {
  const { book, wait } = play
  await book.page('page of a shop', `/${shop.id}`)
  await book.ask(readStorefront, { id: shop.id }, {})
  if (chance.happens(LOOKS_ONLY)) return
  await wait(chance.between(20, 60) * SECOND)
  const who = await proved(play, shop, mobile, chance)
  if (!who) return
  await wait(chance.between(5, 20) * SECOND)
  const body = { name: 'Asha Verma', mobile, email: 'asha@example.in', shopid: shop.id }
  const joined = await book.ask(joinQueue, { body }, who, ['shop_paused'])
  if (!joined) return
  const ticketId = joined.body.newInfo._id
  const receiptId = joined.body.next === 'payment' ? await paid(play, ticketId, who, chance) : null
  if (receiptId === undefined) return
  await waitForCall(play, shop, ticketId, who, chance)
  if (receiptId !== null) await book.ask(readReceipt, { id: receiptId }, who)
}

/** Returns the shopper's cookie, or null for someone who never typed the code. */
async function proved({ book, wait }: Play, shop: Shop, mobile: string, chance: Chance): Promise<Credentials | null> {
  const sent = await book.ask(sendOtp, { body: { mobile, name: 'Asha Verma', email: 'asha@example.in', shopid: shop.id } }, {})
  if (!sent || chance.happens(NEVER_PROVES)) return null
  await wait(chance.between(8, 30) * SECOND)
  const otp = String(sent.body.otp)
  if (chance.happens(TYPES_WRONG)) {
    await book.ask(verifyOtp, { body: { mobile, otp: otp === '111111' ? '222222' : '111111' } }, {}, ['invalid_otp'])
    await wait(5 * SECOND)
  }
  const verified = await book.ask(verifyOtp, { body: { mobile, otp } }, {})
  return { cookie: verified?.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** Returns the receipt's id, null if the counter takes cash, or undefined for someone who never pays. */
async function paid({ book, wait }: Play, ticketId: string, who: Credentials, chance: Chance): Promise<string | null | undefined> {
  const inCash = chance.happens(PAYS_CASH)
  const ordered = await book.ask(createPayment, { body: { ticketId, ...(inCash ? { gateway: 'cash' as const } : {}) } }, who, [
    'shop_paused',
  ])
  if (!ordered || (!inCash && chance.happens(NEVER_PAYS))) return undefined
  if (inCash) return null
  await wait(chance.between(20, 60) * SECOND)
  return (await book.ask(confirmPayment, { id: ordered.body.payment.id }, who))?.body.receiptId ?? null
}

/** Waits until the ticket has ended or the person has had enough. */
async function waitForCall(play: Play, shop: Shop, ticketId: string, who: Credentials, chance: Chance): Promise<void> {
  const { book, wait, calledAt } = play
  let pass: PassWire | undefined
  const take = (news: PassWire) => {
    if (pass && news.version < pass.version) return
    const asked = news.state === 'called' && pass?.state !== 'called' ? calledAt.get(ticketId) : undefined
    if (asked !== undefined) book.note('a call until the phone rings', performance.now() - asked)
    pass = news
  }
  await book.page('page of a token', `/${shop.id}/token`, who)
  const hear = { snapshot: (state: { pass?: PassWire }) => void (state.pass && take(state.pass)), ticket: take }
  const screen = await openScreen(play, 'watch of a phone', who, { shopId: shop.id, ticketId }, hear)
  try {
    // At most one of these happens to a person.
    const luck = chance.next()
    const blinksAt = luck < LOSES_CONNECTION ? chance.between(1, 10) : Number.POSITIVE_INFINITY
    const leavesAt = luck > 1 - LEAVES ? chance.between(2, 20) : Number.POSITIVE_INFINITY
    const [misses, comesLate] = [chance.happens(MISSES), chance.happens(COMES_LATE)]
    let waited = 0
    let hasBlinked = false
    let isOnTheWay = false
    for (;;) {
      const state = pass?.state
      if (state === 'served' || state === 'no_show' || state === 'cancelled' || state === 'expired') return
      if (state === 'missed' && !comesLate) return
      if (state === 'missed') shop.late.add(ticketId)
      if (state === 'called' && !isOnTheWay && (!misses || shop.late.has(ticketId))) {
        isOnTheWay = true
        await wait(chance.between(10, 90) * SECOND)
        shop.present.add(ticketId)
      }
      if (!hasBlinked && waited > blinksAt * MINUTE) {
        hasBlinked = true
        await screen.blink(30 * SECOND)
      }
      if (state === 'waiting' && waited > leavesAt * MINUTE)
        return void (await book.ask(cancelTicket, { id: ticketId }, who, ['wrong_state']))
      await wait(2 * SECOND)
      waited += 2 * SECOND
    }
  } finally {
    screen.close()
    shop.present.delete(ticketId)
    shop.late.delete(ticketId)
  }
}
