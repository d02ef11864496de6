import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment, handBack, readReceipt } from '#contract/payments/calls.ts'
import { refundPayment } from '#contract/payments/refund-calls.ts'
import { joinQueue } from '#contract/queue/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { createAccount } from '#server/accounts/service.ts'
import { createMall } from '#server/malls/service.ts'
import { createShop } from '#server/shops/service.ts'
import { ask, type Credentials, done } from '#tests/support/calls/client.ts'
import { information, newMobile, order, signIn } from '#tests/support/people/people.ts'
import { freshEmail, make, PASSWORD } from '#tests/support/people/place-rows.ts'
import { type ProductionApp, productionApp } from '#tests/support/server/production.ts'
import { type Mailbox, openMailbox } from '#tests/support/vendors/mailbox.ts'

/** Receipts by mail, which only production sends. */

let mailbox: Mailbox
let app: ProductionApp
let owner: Credentials
let shop: string
beforeAll(async () => {
  mailbox = await openMailbox()
  app = await productionApp({ env: { SMTP_URL: mailbox.url } })
  const email = freshEmail('owner')
  shop = await make(app, async (tx, now, passwordHash) => {
    const ownerAccountId = await createAccount(tx, now, { name: 'Tara Bose', email, role: 'owner', passwordHash })
    const words = { title: 'Mall', description: '', address: 'Pune', legalName: 'Sharma Retail LLP', gstin: null }
    const mallId = await createMall(tx, now, { ...words, ownerAccountId })
    return createShop(tx, now, { name: 'Sharma Books', description: '', place: '', baseFeePaise: 12_000, minutesPerTicket: 4, mallId })
  })
  owner = await signIn(app.address, email, PASSWORD)
})
afterAll(async () => {
  await app.stop()
  await mailbox.close()
})

async function paidCash(email: string) {
  const mobile = newMobile()
  await ask(app.address, sendOtp, { body: { mobile, name: 'Asha Verma', email } })
  await expect.poll(() => app.codeOf(mobile)).toMatch(/^\d{6}$/)
  const proved = await ask(app.address, verifyOtp, { body: { mobile, otp: app.codeOf(mobile) ?? '' } })
  const shopper = { mobile, cookie: proved.headers.get('set-cookie')?.split(';')[0] ?? '', headers: { origin: 'https://queue.example.in' } }
  const joined = await ask(app.address, joinQueue, { body: { ...information(shopper, shop), email } }, shopper)
  const paymentId = await order(app.address, shopper, joined.body.newInfo._id, 'cash')
  const paid = await ask(app.address, confirmPayment, { id: paymentId }, owner)
  return { shopper, paymentId, receiptId: paid.body.receiptId }
}

test('a shopper who has paid gets a mail with the address of the receipt, and it opens there', async () => {
  const email = freshEmail('shopper')
  const { shopper, receiptId } = await paidCash(email)
  const { number, code } = (await ask(app.address, readReceipt, { id: receiptId }, shopper)).body
  const mail = await mailbox.mailTo(email, /receipt/)
  expect(mail.text).toContain(`Your receipt of Sharma Books: https://queue.example.in/r/${code}`)
  const page = await fetch(`${app.address}/r/${code}`)
  expect([page.status, (await page.text()).includes(number)]).toEqual([200, true])
  await app.running.tick()
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
  const rows = await app.database.db.selectFrom('message').selectAll().where('kind', '=', 'receipt').execute()
  expect(JSON.stringify(rows), 'the code of the receipt is sealed').not.toContain(code)
})

test('each refund sends a mail with the address of its paper, and it opens there', async () => {
  const email = freshEmail('refunded')
  const { shopper, paymentId, receiptId } = await paidCash(email)
  const back = async (amountPaise?: number) => {
    await done(ask(app.address, refundPayment, { id: paymentId, body: { amountPaise, reason: 'the wait was too long' } }, owner))
    await done(ask(app.address, handBack, { id: paymentId }, owner))
  }
  await back(5000)
  const mail = await mailbox.mailTo(email, /Sharma Books has given ₹50 back to you\. Your receipt for this refund: https:/)
  await back()
  await mailbox.mailTo(email, /given ₹70 back/)
  await app.running.tick()
  expect(
    mailbox.mails.filter(({ to }) => to === email),
    'the receipt and the two refunds',
  ).toHaveLength(3)
  const { creditNotes } = (await ask(app.address, readReceipt, { id: receiptId }, shopper)).body
  const [first] = creditNotes
  expect(mail.text).toContain(`https://queue.example.in/r/${first?.code}`)
  const page = await fetch(`${app.address}/r/${first?.code}`)
  expect([page.status, (await page.text()).includes(first?.number ?? '')]).toEqual([200, true])
  const rows = await app.database.db.selectFrom('message').selectAll().where('kind', '=', 'note').execute()
  for (const { code } of creditNotes) expect(JSON.stringify(rows), 'the code of the paper is sealed').not.toContain(code)
})

test('an address gets at most ten such mails in a day, because no one has proven that it is their own', async () => {
  const email = freshEmail('flooded')
  for (let i = 0; i < 12; i += 1) await paidCash(email)
  await app.running.tick()
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(10)
})
