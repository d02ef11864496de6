import type { Locator, Page } from '@playwright/test'
import { demoAccounts } from '../../contract/demo.ts'
import { expect, type NewPerson, test } from '../support/browser.ts'
import { call, desktop, enter, newMobile, payOnline, phone, signInAs, signInAsStaff, verify } from '../support/journey.ts'

/** Presses a row's button in the moment in which another takes its place, and answers what it says after that. */
const pressAgainOnceItChanges = (row: Locator): Promise<string | null> =>
  row.evaluate(
    (element) =>
      new Promise((answer) => {
        const before = element.querySelector('button')?.textContent
        const observer = new MutationObserver(() => {
          const button = element.querySelector('button')
          if (!button || button.textContent === before || button.dataset.loading) return
          observer.disconnect()
          button.click()
          requestAnimationFrame(() => requestAnimationFrame(() => answer(element.querySelector('button')?.textContent ?? null)))
        })
        observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
      }),
  )

/** Somebody at the café's desk, and a shopper who stands there as to pay in cash. */
async function cashToTake(newPerson: NewPerson, name: string): Promise<{ page: Page; staff: Page }> {
  const page = await newPerson(phone)
  const staff = await newPerson(desktop)
  await signInAsStaff(staff)
  await enter(page, 'phoenix-cafe')
  await verify(page, name)
  await page.getByText('Cash at the counter').click()
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page).toHaveURL(/\/token/)
  return { page, staff }
}

test.describe('the main job', () => {
  test('a shopper scans, is welcomed, verifies, pays and has a token; staff call; the countdown runs; thank you', async ({ newPerson }) => {
    const shopper = await newPerson(phone)
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    await expect(staff.getByRole('columnheader')).toHaveText(['S. No.', 'Name', 'Mobile Number', 'Email', 'Token', 'Action'])

    await shopper.goto('/phoenix-cafe')
    await expect(shopper.getByRole('heading', { name: 'Welcome To Red Carpet' })).toBeVisible()
    await shopper.getByRole('link', { name: 'Buy Cart' }).click()
    await expect(shopper.getByRole('heading', { name: 'Verify Your Self In Blue Cart Service' })).toBeVisible()
    const mobile = await verify(shopper, 'Kiran Joshi')
    await expect(shopper.getByRole('alert')).toContainText('OTP verified successfully!')
    await expect(shopper).toHaveURL(/\/phoenix-cafe\/paymentpage\?userId=[a-z0-9]{20}/)
    await expect(shopper.getByRole('heading', { name: 'Mall Shopping Assistant' })).toBeVisible()
    for (const text of ['Scan QR Code', 'Book Time Slot', 'Priority Checkout']) await expect(shopper.getByText(text)).toBeVisible()
    expect(await shopper.evaluate(() => localStorage.getItem('phone'))).toBe(mobile)
    const number = await payOnline(shopper)
    expect(await shopper.evaluate(() => localStorage.getItem('tokenNumber:phoenix-cafe'))).toBe(number)
    await expect(shopper.getByText('will be sent when the counter slot is available')).toBeVisible()

    const row = staff.getByRole('row').filter({ hasText: 'Kiran Joshi' })
    await expect(row).toContainText(number)
    await row.getByRole('button', { name: /^OK/ }).click()
    await expect(staff).toHaveURL(/\/countdown$/)
    await expect(staff.getByRole('alert').filter({ hasText: 'Message Sent Successfully.' })).toBeVisible()
    await expect(staff.getByText('seconds remaining', { exact: true })).toBeVisible()

    await expect(shopper.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
    await expect(shopper.getByText('Go to Counter')).toBeVisible()
    await expect(shopper.getByRole('timer')).toHaveText(/^2:\d\d$/)

    await staff.keyboard.press('Enter')
    await expect(staff).toHaveURL(/\/phoenix-cafe\/counter$/)
    await expect(row.getByRole('button', { name: /Clicked/ })).toBeVisible()
    await staff.getByRole('button', { name: 'Served' }).first().click()
    await expect(row).toHaveCount(0)
    await expect(shopper.getByText("Thank's for VISIT")).toBeVisible()
  })

  test('reload and back are safe at every step', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await verify(page, 'Reload Rani')
    await expect(page).toHaveURL(/paymentpage/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Book Appointment' })).toBeVisible()
    await page.goto('/phoenix-cafe/information')
    await expect(page, 'who owes the fee is at the payment page').toHaveURL(/paymentpage/)
    const number = await payOnline(page)
    await page.reload()
    await expect(tokenNumber(page)).toHaveText(number)
    await page.goBack()
    await expect(tokenNumber(page), 'a paid ticket leads to its token').toHaveText(number)
    await page.goto('/phoenix-cafe/paymentpage?userId=somebodyelse')
    await expect(page).toHaveURL(/\/token$/)
    await page.goto('/phoenix-cafe')
    await expect(page.getByRole('heading', { name: 'Welcome To Red Carpet' })).toBeVisible()
  })

  test('the shopper leaves before the call and is told that the full fee comes back', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await verify(page, 'Leela Leaver')
    await payOnline(page)
    await page.getByRole('button', { name: 'Leave the queue' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('₹141.60')
    await sheet.getByRole('button', { name: /leave/i }).click()
    await expect(page.getByText(/₹141\.60/).first()).toBeVisible()
    await expect(page.getByText(/refund|back/i).first()).toBeVisible()
  })

  test('a shop without a fee gives the token right after verification', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await enter(page, 'lotus-books')
    await verify(page, 'Farida Free')
    await expect(page).toHaveURL(/\/lotus-books\/token/)
    await expect(tokenNumber(page)).toHaveText(/^\d+$/)
  })

  test('cash stands on the staff table as to pay until staff say that they have it', async ({ newPerson, axe }) => {
    const { page, staff } = await cashToTake(newPerson, 'Chand Cash')
    const row = staff.getByRole('row').filter({ hasText: 'Chand Cash' })
    await expect(row).toContainText('To pay')
    const paid = row.getByRole('button', { name: /Paid ₹141\.60/ })
    await expect(paid).toBeVisible()
    const ask = staff.getByRole('dialog', { name: 'Is the cash in hand?' })
    await paid.dblclick()
    await expect(ask, 'the second press of a double one answers nothing').toContainText('Chand Cash pays ₹141.60 in cash.')
    await axe(staff)
    await ask.getByRole('button', { name: 'Not yet' }).click()
    await expect(ask).toBeHidden()
    await expect(row, 'nothing is on record yet').toContainText('To pay')
    await paid.press('Enter')
    const afterSecondPress = pressAgainOnceItChanges(row)
    await ask.getByRole('button', { name: 'Yes, paid' }).click()
    expect(await afterSecondPress, 'the second press of a double one calls nobody').toBe('OK')
    await expect(row.getByRole('button', { name: /^OK/ })).toBeVisible()
    await expect(tokenNumber(page)).toHaveText(/^\d+$/)
  })

  test('who leaves while staff are asked for the cash takes the question along, and the desk says why', async ({ newPerson }) => {
    const { page, staff } = await cashToTake(newPerson, 'Dev Gone')
    await page.goto('/phoenix-cafe')
    await expect(page.getByRole('link', { name: 'See my place' }), 'there is no token yet').toBeVisible()
    await page.getByRole('link', { name: 'See my place' }).click()
    await staff.getByRole('button', { name: 'Paid ₹141.60, Dev Gone' }).click()
    await expect(staff.getByRole('dialog', { name: 'Is the cash in hand?' })).toBeVisible()
    await page.getByRole('button', { name: 'Leave the queue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the queue' }).click()
    await expect(staff.getByRole('alert').filter({ hasText: 'There is no cash to take from Dev Gone any more.' })).toBeVisible()
    await expect(staff.getByRole('dialog')).toBeHidden()
  })

  test('who chose cash pays online after all, and staff are not asked for cash any more; the receipt says how', async ({
    newPerson,
    axe,
  }) => {
    const { page, staff } = await cashToTake(newPerson, 'Farah Changed')
    const row = staff.getByRole('row').filter({ hasText: 'Farah Changed' })
    await expect(row).toContainText('To pay')
    await page.getByRole('button', { name: 'Pay online' }).click()
    await expect(page.getByRole('heading', { name: 'Mall Shopping Assistant' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Mall Shopping Assistant' })).toBeVisible()
    const number = await payOnline(page)
    await expect(row).toContainText(number)
    await expect(row.getByRole('button', { name: /^OK/ })).toBeVisible()
    await expect(row).not.toContainText('To pay')

    await page.getByRole('button', { name: 'Receipt' }).click()
    const receipt = page.getByRole('dialog', { name: 'Tax invoice' })
    await expect(receipt.getByText('Online', { exact: true })).toBeVisible()
    await expect(receipt.getByText(number, { exact: true })).toBeVisible()
    await expect(receipt.getByText('₹141.60', { exact: true })).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(receipt).toBeHidden()
    await expect(page.getByRole('button', { name: 'Receipt' })).toBeFocused()
  })

  test('all counters closed is said to who comes, to who waits and at the desk, until one opens', async ({ newPerson }) => {
    const owner = await newPerson(desktop)
    await signInAs(owner, demoAccounts.owner.email)
    const counters = `/shop/phoenix-mall?shop=phoenix-cafe&part=counters`
    await owner.goto(counters)
    const switches = owner.getByRole('switch')
    await switches.first().waitFor()
    const many = await switches.count()
    const turn = async (word: 'Open' | 'Closed') => {
      for (let i = 0; i < many; i += 1) {
        await switches.nth(i).press('Space')
        await expect(owner.getByRole('listitem').nth(i).getByText(word, { exact: true })).toBeVisible()
      }
    }
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await verify(page, 'Esha Closed')
    await payOnline(page)
    const other = await newPerson(phone)
    await other.goto('/phoenix-cafe')
    const said = 'No counter is open just now: the wait may be longer.'
    await expect(other.getByText('Nobody who joins after you can pass you.')).toBeVisible()
    await turn('Closed')
    try {
      for (const shopper of [page, other]) await expect(shopper.getByText(said)).toBeVisible()
      await expect(staff.getByText('All counters are closed')).toBeVisible()
      await staff.reload()
      await expect(staff.getByText('All counters are closed')).toBeVisible()
      const board = await newPerson(desktop)
      await signInAsStaff(board)
      await board.goto('/display?shop=phoenix-cafe')
      const wait = board.locator('.board__wait')
      await expect(wait).toContainText('waiting')
      await expect(wait).toContainText('No counter is open just now')
      await expect(wait).not.toContainText('minutes')
      const third = await newPerson(phone)
      await enter(third, 'phoenix-cafe')
      await verify(third, 'Gita Closed')
      await expect(third.getByText(said), 'before any money moves').toBeVisible()
    } finally {
      // The other journeys find the counters open.
      await turn('Open')
    }
    for (const shopper of [page, other]) await expect(shopper.getByText(said)).toBeHidden()
    await expect(staff.getByText('All counters are closed')).toBeHidden()
  })

  test('who paid cash and leaves stands under To hand back at the desk, until staff say that the cash is back', async ({
    newPerson,
    axe,
  }) => {
    const { page, staff } = await cashToTake(newPerson, 'Bela Back')
    await staff
      .getByRole('row')
      .filter({ hasText: 'Bela Back' })
      .getByRole('button', { name: /Paid ₹141\.60/ })
      .click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Yes, paid' }).press('Enter')
    await expect(
      staff.getByRole('row').filter({ hasText: 'Bela Back' }).getByRole('button', { name: /^OK/ }),
      'keys go on there',
    ).toBeFocused()
    await expect(tokenNumber(page)).toHaveText(/^\d+$/)
    await page.getByRole('button', { name: 'Leave the queue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the queue' }).click()
    await expect(page.getByText('You get ₹141.60 back; cash at the counter.')).toBeVisible()

    const owed = staff.getByRole('region', { name: 'To hand back' })
    const way = owed.getByRole('button', { name: 'Give ₹141.60 back to Bela Back' })
    await way.click()
    const ask = staff.getByRole('dialog', { name: 'Is the cash handed back?' })
    await expect(ask).toContainText('Bela Back')
    await axe(staff)
    // A key of the desk says nothing here: a call would lead to the countdowns.
    await staff.keyboard.press('n')
    await expect(ask).toContainText('Bela Back')
    await ask.getByRole('button', { name: 'Not yet' }).click()
    await expect(ask).toBeHidden()
    await expect(way).toBeVisible()
    await way.press('Enter')
    await ask.getByRole('button', { name: 'Yes, handed back' }).press('Enter')
    await expect(staff.getByRole('alert').filter({ hasText: '₹141.60 handed back.' })).toBeVisible()
    await expect(way).toBeHidden()
    await expect(staff.locator('.hand-backs button, .desk').last(), 'keys go on there').toBeFocused()
    await expect(page.getByText('₹141.60 has come back to you.')).toBeVisible()
  })

  test('a lost connection is said, the last state stays, and the page finds back by itself', async ({ newPerson, allowOffline }) => {
    const page = await newPerson(phone)
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    await enter(page, 'phoenix-cafe')
    await verify(page, 'Omna Offline')
    const number = await payOnline(page)
    allowOffline()
    await page.context().setOffline(true)
    await expect(page.getByText('No connection.', { exact: false })).toBeVisible({ timeout: 20_000 })
    await expect(tokenNumber(page)).toHaveText(number)
    await call(staff, 'Omna Offline')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible({ timeout: 20_000 })
    await page.context().setOffline(true)
    await expect(page.getByText('No connection.', { exact: false }), 'the call, too').toBeVisible({ timeout: 20_000 })
  })

  test('on a low screen the desk shows the called one whole, however much stands below', async ({ newPerson }) => {
    const staff = await newPerson({ viewport: { width: 1280, height: 440 } })
    await signInAsStaff(staff)
    const shopper = await newPerson(phone)
    await enter(shopper, 'phoenix-cafe')
    await verify(shopper, 'Lakshmi Narasimhan Venkataramanan Krishnamurthy')
    await payOnline(shopper)
    await call(staff, 'Lakshmi Narasimhan')
    await staff.goto('/phoenix-cafe/counter')
    for (const name of ['Served', 'No-show']) await expect(staff.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 })
  })

  test('wrong input is said beside the field and nothing typed is lost', async ({ newPerson, allowRefusal }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await page.getByLabel('Email').fill('nobody@nowhere')
    await page.getByLabel('Email').blur()
    await expect(page.getByText('please insert valid email')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send OTP' })).toBeDisabled()
    await page.getByLabel('Email').fill('nobody@nowhere.in')
    await page.getByLabel('Email').blur()
    await page.getByLabel('Name').fill('Wrong Wali')
    await page.getByLabel('Mobile number').fill('12345')
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page.getByText('Please enter a valid 10-digit mobile number (only numbers allowed)')).toBeVisible()
    await page.getByLabel('Mobile number').fill(newMobile())
    await page.getByRole('button', { name: 'Send OTP' }).click()
    await expect(page.getByText('Your OTP')).toBeVisible()
    allowRefusal(400, /verify-otp/)
    const field = page.getByRole('textbox', { name: /OTP/ })
    const right = await field.inputValue()
    await field.fill(right === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid OTP, please try again!' })).toBeVisible()
    await field.fill(right)
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    await expect(page).toHaveURL(/paymentpage/)
  })
})

const tokenNumber = (page: Page) => page.locator('.ring b')
