import { expect } from 'vitest'
import { demoAccounts } from '../../contract/demo.ts'
import { DEMO_MALL } from '../../server/demo/seed.ts'
import type { TestApp } from './app.ts'
import { type CallRow, callRows, doorOf } from './call-rows.ts'
import { type CallerName, callerNames, introductions, SHOP, type Subject, subjectAt } from './callers.ts'
import { type Credentials, call, newMobile } from './people.ts'
import { freshEmail, placeRows } from './place-rows.ts'
import { openScreen } from './screens.ts'

/** Makes every call of the matrix as everybody whom it lets in; needs the rivals (`addRivals`). */
export async function makeEveryCall(app: TestApp): Promise<void> {
  const introduce = credentials(app.address)
  for (const row of callRows)
    for (const [caller, status] of whoMay(row)) {
      const subject = await subjectAt(app.address, row.stage ?? 'nothing')
      const { method, path } = doorOf(row, subject)
      const answer = await call(app.address, method, path, row.body?.(subject), await introduce(caller, subject, row))
      expect(answer.status, row.call).toBe(status)
    }
  for (const row of placeRows)
    for (const [caller, status] of whoMay(row)) {
      const { path, body } = await row.prepare(app)
      const answer = await call(app.address, row.call.split(' ')[0] ?? '', path, body, await introduce(caller))
      expect(answer.status, row.call).toBe(status)
    }
}

const whoMay = ({ answers }: { answers: readonly number[] }) =>
  callerNames.flatMap((caller, i): [CallerName, number][] => {
    const status = answers[i] ?? 0
    return status < 400 ? [[caller, status]] : []
  })

/** Accounts keep their session, except where the call ends it; the shopper is another person each time. */
function credentials(address: string): (name: CallerName, subject?: Subject, row?: CallRow) => Promise<Credentials> {
  const introduce = introductions(address)
  const known = new Map<CallerName, Promise<Credentials>>()
  return (name, subject, row) => {
    if (name === 'the shopper' || row?.call === 'POST /api/auth/logout') return introduce(name, subject)
    const session = known.get(name) ?? introduce(name)
    known.set(name, session)
    return session
  }
}

/** Does what goes wrong, since that is noted in tables of its own: wrong codes and passwords. */
export async function makeMistakes({ address }: TestApp): Promise<void> {
  const post = (path: string, body: unknown) => call(address, 'POST', path, body)
  const mobile = newMobile()
  await post('/api/send-otp', { mobile, name: 'Asha', email: 'asha@example.in' })
  await post('/api/verify-otp', { mobile, otp: '000000' })
  const { email } = demoAccounts.staff
  await post('/api/auth/login', { email, password: 'not this one' })
  await post('/api/check-user', { email, role: 'shop' })
  const newPassword = 'a long word of nobody'
  await post('/api/reset-password', { email, role: 'shop', newPassword, confirmPassword: newPassword, resetCode: '000000' })
  await post('/api/auth/signup', { name: 'Dev Anand', email: freshEmail(), password: newPassword, role: 'owner' })
}

/** Has many pay at once: what arrives together is written together. */
export async function makeARush({ address }: TestApp): Promise<void> {
  const owing = await Promise.all(Array.from({ length: 30 }, () => subjectAt(address, 'ordered')))
  const paid = await Promise.all(
    owing.map(({ paymentId, shopper }) => call(address, 'POST', `/api/payments/${paymentId}/confirm`, {}, shopper)),
  )
  expect(paid.map(({ status }) => status)).toEqual(owing.map(() => 200))
}

/** Opens the pages that show data, and the screens that stay open: of staff and of a called shopper. `picture` is one that is kept. */
export async function openEveryScreen(app: TestApp, picture: string): Promise<void> {
  const introduce = introductions(app.address)
  const subject = await subjectAt(app.address, 'called')
  for (const path of [`/${SHOP}`, `/${DEMO_MALL}`, `/${SHOP}/information`, `/${SHOP}/token`, picture])
    expect((await call(app.address, 'GET', path, undefined, subject.shopper)).status, path).toBeLessThan(400)
  const staff = await openScreen(app.address, await introduce('staff'))
  expect(await staff.watch({ shopId: SHOP, staff: true })).toMatchObject({ ok: true })
  const phone = await openScreen(app.address, subject.shopper)
  expect(await phone.watch({ ticketId: subject.ticketId })).toMatchObject({ ok: true })
  await app.running.tick()
  staff.socket.close()
  phone.socket.close()
}
