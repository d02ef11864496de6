import type { Locator, Page } from '@playwright/test'
import { listTickets } from '#contract/desk/calls.ts'
import { confirmPayment, createPayment } from '#contract/payments/calls.ts'
import { expect, type NewPerson, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { desktop, joinOverApi, phone, signInAs, tokenOf } from '#tests/support/browser/journey.ts'
import { backToTable, blue, type DeskShop, joinFree, newDeskShop, pressBlue, rowOf, standAt } from '#tests/support/people/desk-shop.ts'

const sizes = [
  { width: 1024, height: 768, rows: 6 },
  { width: 820, height: 1180, rows: 6 },
  { width: 768, height: 1024, rows: 6 },
  { width: 1180, height: 820, rows: 6 },
  { width: 1280, height: 800, rows: 6 },
  { width: 390, height: 844, rows: 3 },
]

/** A desk with a fee: some people have paid, and some owe cash. */
async function openDesk(newPerson: NewPerson, people: { paid: number; owing: number }): Promise<{ staff: Page; shop: DeskShop }> {
  const staff = await newPerson(desktop)
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000 })
  const { request } = await newPerson(phone)
  for (let i = 0; i < people.paid + people.owing; i++) {
    const isPaid = i < people.paid
    const { _id: ticketId } = await joinOverApi(request, shop.id, `${isPaid ? 'Paid' : 'Owing'} Person ${i}`)
    const { payment } = await askFrom(request, createPayment, { body: { ticketId, gateway: isPaid ? 'demo' : 'cash' } })
    if (isPaid) await askFrom(request, confirmPayment, { id: payment.id })
  }
  await standAt(staff, shop, 'Counter 1')
  return { staff, shop }
}

const statesAt = async (staff: Page, shop: DeskShop) =>
  (await askFrom(staff.request, listTickets, { id: shop.id }, await tokenOf(staff))).map(({ name, state }) => `${name} ${state}`)

/** Waits until the blue button takes presses again: by then, a second press has done what it does. */
const settled = (staff: Page) => expect(blue(staff)).toBeEnabled()

/** Customers whose rows are on the screen, with nothing over them. */
const rowsInSight = (staff: Page) =>
  staff.getByRole('row').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect()
        const isClear = (y: number) => row.contains(document.elementFromPoint((left + right) / 2, y))
        return row.matches('[data-ticket]') && top >= 0 && bottom <= innerHeight && isClear(top + 4) && isClear(bottom - 4)
      }).length,
  )

test('with one call and seven people who owe cash, the table can be read on every device', async ({ newPerson, axe }) => {
  const { staff } = await openDesk(newPerson, { paid: 2, owing: 7 })
  await rowOf(staff, 'Paid Person 0').getByRole('button', { name: /^OK/ }).click()
  await backToTable(staff)
  await expect(staff.getByRole('heading', { name: '7 people have to pay in cash' })).toBeVisible()
  for (const { rows, ...size } of sizes) {
    await staff.setViewportSize(size)
    await staff.evaluate('scrollTo(0, 0)')
    await expect.poll(() => rowsInSight(staff), `${size.width} × ${size.height}`).toBeGreaterThanOrEqual(rows)
    await expect(blue(staff), 'the next step is in sight').toBeInViewport({ ratio: 1 })
    const last = rowOf(staff, 'Owing Person 8').getByRole('button').first()
    await last.click({ trial: true })
    await expect(blue(staff), 'also at the end of the list').toBeInViewport({ ratio: 1 })
    await axe(staff)
  }
})

test('a double press on OK calls, and nothing else, on every device', async ({ newPerson }) => {
  const { staff, shop } = await openDesk(newPerson, { paid: 7, owing: 0 })
  for (const { rows: _, ...size } of sizes) {
    await staff.setViewportSize(size)
    const ok = rowOf(staff, 'Paid Person 6').getByRole('button', { name: /^OK/ })
    await ok.click({ trial: true })
    const box = await ok.boundingBox()
    if (!box) throw new Error('no OK')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // 300 ms apart, as a person presses who is not sure.
    await staff.mouse.click(x, y, { delay: 50 })
    await staff.mouse.move(x, y)
    await staff.mouse.click(x, y, { delay: 250 })
    await expect(staff).toHaveURL(/\/countdown$/)
    await settled(staff)
    expect(await statesAt(staff, shop), `${size.width} × ${size.height}`).toContain('Paid Person 6 called')
    await staff.keyboard.press('u')
    await expect(blue(staff)).toContainText('Call next')
    await staff.keyboard.press('Escape')
  }
  // A small screen keeps the last actions in a dialog.
  await staff.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(staff.getByRole('dialog', { name: 'Last actions' }).getByRole('listitem').first()).toContainText('7 Undone')
})

/** Presses as a finger does that is not sure, also when something else moves under it. */
const pressOften = async (staff: Page, button: Locator) => {
  const box = await button.boundingBox()
  if (!box) throw new Error('no button')
  await staff.evaluate(
    async ([x, y]) => {
      for (let i = 0; i < 20; i++) {
        const at = { clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true }
        document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click', at))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    [box.x + Math.min(box.width, 120) / 2, box.y + box.height / 2] as const,
  )
}

test('a double press does nothing to what moves under the finger: a row, an undone action, the way to undo', async ({ newPerson }) => {
  const staff = await newPerson({ viewport: { width: 820, height: 1180 }, hasTouch: true })
  const shop = await newDeskShop(staff.request, { counters: 0 })
  for (let i = 0; i < 5; i++) await joinFree((await newPerson(phone)).context(), shop, `Guest ${i}`)
  await signInAs(staff, shop.staffEmail)
  await pressOften(staff, rowOf(staff, 'Guest 3').getByRole('button', { name: /^OK/ }))
  const called = async () => (await statesAt(staff, shop)).filter((one) => one.endsWith('called'))
  expect(await called(), 'the row that took its place').toEqual(['Guest 3 called'])

  await expect(staff).toHaveURL(/\/countdown$/)
  await settled(staff)
  await pressOften(staff, staff.getByRole('button', { name: /^No-show/ }))
  expect(await called(), 'the button that undoes it').toEqual([])

  await staff.getByRole('button', { name: /^Back to the table/ }).click()
  for (const name of ['Guest 1', 'Guest 2']) {
    await rowOf(staff, name).getByRole('button', { name: /^OK/ }).click()
    await expect(staff).toHaveURL(/\/countdown$/)
    await settled(staff)
    await staff.keyboard.press('Escape')
    await expect(staff.getByRole('table', { name: 'Customers' })).toBeVisible()
  }
  await staff.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click()
  const lines = staff.getByRole('dialog', { name: 'Last actions' }).getByRole('listitem')
  // The newest call may reach the list a moment after the table: the second line is that of Guest 1 then.
  await pressOften(staff, lines.nth(1).getByRole('button', { name: 'Undo: token 2' }))
  expect(await called(), 'the action that took its place').toEqual(['Guest 2 called'])
})

test('no button of the countdown takes a press at the moment when it appears', async ({ newPerson }) => {
  const { staff, shop } = await openDesk(newPerson, { paid: 1, owing: 0 })
  // Each button is pressed as soon as it is there, as by a finger that was pressing OK at its place.
  await staff.evaluate(() => {
    new MutationObserver((_, observer) => {
      const buttons = document.querySelectorAll<HTMLButtonElement>('.countdown__dock button')
      if (buttons.length === 0) return
      observer.disconnect()
      for (const button of buttons) button.click()
    }).observe(document.body, { subtree: true, childList: true })
  })
  await rowOf(staff, 'Paid Person 0').getByRole('button', { name: /^OK/ }).click()
  await expect(staff).toHaveURL(/\/countdown$/)
  await settled(staff)
  expect(await statesAt(staff, shop)).toContain('Paid Person 0 called')
})

test('N twice calls one person and does not say that they are here; the blue button with the mouse leaves Enter to the way back', async ({
  newPerson,
}) => {
  const { staff, shop } = await openDesk(newPerson, { paid: 3, owing: 2 })
  await pressBlue(staff, 'Call next')
  await staff.keyboard.press('n')
  await expect(staff).toHaveURL(/\/countdown$/)
  await settled(staff)
  await staff.keyboard.press('n')
  await expect(staff.getByText('Paid Person 0'), 'the clerk can greet by name').toBeVisible()
  expect(await statesAt(staff, shop)).toContain('Paid Person 0 called')

  await blue(staff).click()
  await expect(blue(staff)).toContainText('Served, call next')
  await settled(staff)
  await staff.keyboard.press('s')
  await expect(blue(staff)).toContainText('Call next')
  await settled(staff)
  await expect(staff.getByRole('button', { name: 'Undo: token 1' }), 'what can be undone has its button').toBeVisible()
  await staff.keyboard.press('Enter')
  await expect(staff).toHaveURL(/\/counter$/)
  expect(await statesAt(staff, shop), 'no one was called').toContain('Paid Person 1 waiting')

  await pressBlue(staff, 'Call next')
  await staff.getByRole('link', { name: 'Cash to take: 2' }).click()
  await expect(staff.getByRole('row'), 'those who owe cash').toHaveCount(3)
})
