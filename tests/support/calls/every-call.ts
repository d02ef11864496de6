import { expect } from 'vitest'
import { demoAccounts } from '#contract/base/demo.ts'
import { keepsResponse } from '#contract/http/idempotency.ts'
import { confirmPayment } from '#contract/payments/calls.ts'
import { checkUser, login, resetPassword, signUp } from '#contract/sign-in/calls.ts'
import { sendOtp, verifyOtp } from '#contract/verification/calls.ts'
import { DEMO_MALL } from '#server/demo/seed.ts'
import { openScreen } from '#tests/support/browser/screens.ts'
import { type CallRow, callRows, partsOf } from '#tests/support/calls/call-rows.ts'
import { type Credentials, raw, send, sendLoosely } from '#tests/support/calls/client.ts'
import { type CallerName, callerNames, endsSession, introductions, SHOP, type Subject, subjectAt } from '#tests/support/people/callers.ts'
import { newMobile } from '#tests/support/people/people.ts'
import { freshEmail, placeRows } from '#tests/support/people/place-rows.ts'
import type { TestApp } from '#tests/support/server/app.ts'

/**
 * Makes every call of the matrix as each caller that may make it; needs the rivals (`addRivals`). Each POST has an idempotency key. If its
 * response is kept, the request is sent once more and must get it again.
 */
export async function makeEveryCall(app: TestApp): Promise<void> {
  const introduce = credentials(app.address)
  for (const row of callRows)
    for (const [caller, status] of whoMay(row)) {
      const subject = await subjectAt(app.address, row.stage ?? 'nothing')
      const who = await introduce(caller, subject, row)
      expect((await sendUnderKey(app.address, row.call, partsOf(row, subject), who)).status, row.call.name).toBe(status)
    }
  for (const row of placeRows)
    for (const [caller, status] of whoMay(row)) {
      const answer = await sendUnderKey(app.address, row.call, await row.prepare(app), await introduce(caller))
      expect(answer.status, row.call.name).toBe(status)
    }
}

let keys = 0
const sendUnderKey: typeof sendLoosely = async (address, call, parts, who = {}) => {
  const keyed = { ...who, headers: { 'idempotency-key': `every call ${++keys}` } }
  const first = await sendLoosely(address, call, parts, keyed)
  if (!keepsResponse(call)) return first
  const again = await sendLoosely(address, call, parts, keyed)
  const replayed = again.headers.get('idempotent-replayed')
  expect([again.status, again.body, replayed, again.headers.get('set-cookie')], call.name).toEqual([first.status, first.body, 'true', null])
  return first
}

const whoMay = ({ answers }: { answers: readonly number[] }) =>
  callerNames.flatMap((caller, i): [CallerName, number][] => {
    const status = answers[i] ?? 0
    return status < 400 ? [[caller, status]] : []
  })

/** An account keeps its session, unless the call ends it. The shopper is another person each time. */
function credentials(address: string): (name: CallerName, subject?: Subject, row?: CallRow) => Promise<Credentials> {
  const introduce = introductions(address)
  const known = new Map<CallerName, Promise<Credentials>>()
  return (name, subject, row) => {
    if (row && endsSession(row.call)) return introductions(address)(name, subject)
    if (name === 'the shopper') return introduce(name, subject)
    const session = known.get(name) ?? introduce(name)
    known.set(name, session)
    return session
  }
}

/** Tries wrong codes and passwords, since separate tables record such failures. */
export async function makeMistakes({ address }: TestApp): Promise<void> {
  const mobile = newMobile()
  await send(address, sendOtp, { body: { mobile, name: 'Asha', email: 'asha@example.in' } })
  await send(address, verifyOtp, { body: { mobile, otp: '000000' } })
  const { email } = demoAccounts.staff
  await send(address, login, { body: { email, password: 'not this one' } })
  await send(address, checkUser, { body: { email, role: 'shop' } })
  const newPassword = 'a long word of nobody'
  await send(address, resetPassword, { body: { email, role: 'shop', newPassword, confirmPassword: newPassword, resetCode: '000000' } })
  await send(address, signUp, { body: { name: 'Dev Anand', email: freshEmail(), password: newPassword, role: 'owner' } })
}

/** Lets many shoppers pay at once: confirmations that arrive together are written together. */
export async function makeARush({ address }: TestApp): Promise<void> {
  const owing = await Promise.all(Array.from({ length: 30 }, () => subjectAt(address, 'ordered')))
  const paid = await Promise.all(owing.map(({ paymentId, shopper }) => send(address, confirmPayment, { id: paymentId }, shopper)))
  expect(paid.map(({ status }) => status)).toEqual(owing.map(() => 200))
}

/** The pages that show data, and the live screens of staff and of a called shopper. `picture` is the path of a picture that exists. */
export async function openEveryScreen(app: TestApp, picture: string): Promise<void> {
  const introduce = introductions(app.address)
  const subject = await subjectAt(app.address, 'called')
  for (const path of [`/${SHOP}`, `/${DEMO_MALL}`, `/${SHOP}/information`, `/${SHOP}/token`, picture])
    expect((await raw(app.address, 'GET', path, undefined, subject.shopper)).status, path).toBeLessThan(400)
  const staff = await openScreen(app.address, await introduce('staff'))
  expect(await staff.watch({ shopId: SHOP, staff: true })).toMatchObject({ ok: true })
  const phone = await openScreen(app.address, subject.shopper)
  expect(await phone.watch({ ticketId: subject.ticketId })).toMatchObject({ ok: true })
  await app.running.tick()
  staff.socket.close()
  phone.socket.close()
}
