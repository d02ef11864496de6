import { expect, test } from '#tests/support/browser/browser.ts'
import { desktop, openPayment, phone } from '#tests/support/browser/journey.ts'
import { newDeskShop, standAt } from '#tests/support/people/desk-shop.ts'

/** Shoppers who owe cash wait in front of the counter with the money: the desk shows them first and rings softly. */

test('a new person who owes cash appears on the strip and in a filter, with a sound that can be switched off', async ({
  newPerson,
  axe,
}) => {
  const staff = await newPerson(desktop)
  await staff.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    Object.assign(self, { notes: 0 })
    OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
      Object.assign(self, { notes: Number(Reflect.get(self, 'notes')) + 1 })
      start.call(this, at)
    }
  })
  const notes = () => staff.evaluate('self.notes')
  const shop = await newDeskShop(staff.request, { counters: 1, baseFeePaise: 12_000 })
  await standAt(staff, shop, 'Counter 1')
  const owesCash = async (name: string) => {
    const shopper = await newPerson(phone)
    await openPayment(shopper, shop.id, name)
    await shopper.getByText('Cash at the counter').click()
    await shopper.getByRole('button', { name: 'Book Appointment' }).click()
    await expect(shopper).toHaveURL(/\/token/)
    return (
      (await shopper
        .getByText(/^Show this:/)
        .locator('b')
        .textContent()) ?? ''
    )
  }
  await expect(staff.getByRole('heading', { name: /to pay in cash/ })).toHaveCount(0)
  const shown = await owesCash('Asha Cash')
  const strip = staff.getByRole('region', { name: '1 person has to pay in cash' })
  await expect(strip.getByRole('button', { name: /^Asha Cash …\d{4}, .* take the cash$/ })).toBeVisible()
  expect(shown).toMatch(/^Asha Cash · …\d{4}$/)
  await expect(strip, 'the desk reads the same digits as the phone').toContainText(shown.slice(-5))
  await expect.poll(notes).toBe(2)
  await axe(staff)
  await staff.getByText('To pay 1', { exact: true }).click()
  await expect(staff.getByRole('row')).toHaveCount(2)

  await strip.getByRole('button', { name: 'Sound when someone owes cash' }).click()
  await owesCash('Bela Cash')
  await expect(staff.getByRole('heading', { name: '2 people have to pay in cash' })).toBeVisible()
  expect(await notes(), 'silent').toBe(2)
  await staff.getByRole('button', { name: /^Asha Cash …\d{4}, .* take the cash$/ }).click()
  await staff.getByRole('dialog').getByRole('button').last().click()
  await expect(staff.getByRole('heading', { name: '1 person has to pay in cash' })).toBeVisible()
})
