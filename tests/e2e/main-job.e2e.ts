import type { Locator, Page } from '@playwright/test'
import { demoAccounts } from '#contract/base/demo.ts'
import { expect, type NewPerson, test } from '#tests/support/browser/browser.ts'
import {
  call,
  desktop,
  enter,
  newMobile,
  openPayment,
  openToken,
  payOnline,
  phone,
  signInAs,
  signInAsStaff,
  verify,
} from '#tests/support/browser/journey.ts'

/** Presses at the moment when another button replaces the row's button; returns the button's text after that. */
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

/** Returns the café's desk, and the token page of a shopper who has to pay there in cash. */
async function cashToTake(newPerson: NewPerson, name: string): Promise<{ page: Page; staff: Page }> {
  const page = await newPerson(phone)
  const staff = await newPerson(desktop)
  await signInAsStaff(staff)
  await openPayment(page, 'phoenix-cafe', name)
  await page.getByText('Cash at the counter').click()
  await page.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page).toHaveURL(/\/token/)
  return { page, staff }
}

test.describe('the main job', () => {
  test('a shopper verifies, pays and gets a token; staff call; the countdown runs; the visit ends with thanks', async ({ newPerson }) => {
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

  test('Reload and Back are safe at every step', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await enter(page, 'phoenix-cafe')
    await verify(page, 'Reload Rani')
    await expect(page).toHaveURL(/paymentpage/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Book Appointment' })).toBeVisible()
    await page.goto('/phoenix-cafe/information')
    await expect(page, 'a shopper who owes the fee goes to the payment page').toHaveURL(/paymentpage/)
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

  test('a shopper who leaves before the call reads that the full fee is refunded', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await openToken(page, 'phoenix-cafe', 'Leela Leaver')
    await page.getByRole('button', { name: 'Leave the queue' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('₹141.60')
    await sheet.getByRole('button', { name: /leave/i }).click()
    await expect(page.getByText(/₹141\.60/).first()).toBeVisible()
    await expect(page.getByText(/refund|back/i).first()).toBeVisible()
  })

  test('a shop without a fee gives the token right after the verification', async ({ newPerson }) => {
    const page = await newPerson(phone)
    await enter(page, 'lotus-books')
    await verify(page, 'Farida Free')
    await expect(page).toHaveURL(/\/lotus-books\/token/)
    await expect(tokenNumber(page)).toHaveText(/^\d+$/)
  })

  test('a cash payment is on the staff table as to pay until staff confirm the cash', async ({ newPerson, axe }) => {
    const { page, staff } = await cashToTake(newPerson, 'Chand Cash')
    const row = staff.getByRole('row').filter({ hasText: 'Chand Cash' })
    await expect(row).toContainText('To pay')
    const paid = row.getByRole('button', { name: /^Collect ₹142/ })
    await expect(paid).toBeVisible()
    const ask = staff.getByRole('dialog', { name: 'Have you received the cash?' })
    await paid.dblclick()
    await expect(ask, 'the second press of a double click does not answer the question').toContainText(
      /Chand Cash \(…\d{4}\) pays ₹142 in cash\./,
    )
    await axe(staff)
    await ask.getByRole('button', { name: 'Not yet' }).click()
    await expect(ask).toBeHidden()
    await expect(row, 'the cash is not confirmed yet').toContainText('To pay')
    await paid.press('Enter')
    const afterSecondPress = pressAgainOnceItChanges(row)
    await ask.getByRole('button', { name: 'Yes, received' }).click()
    expect(await afterSecondPress, 'the second press of a double click does not call').toBe('OK')
    await expect(row.getByRole('button', { name: /^OK/ })).toBeVisible()
    await expect(tokenNumber(page)).toHaveText(/^\d+$/)
  })

  test('if the shopper leaves while the desk asks about the cash, the question closes and the desk says why', async ({ newPerson }) => {
    const { page, staff } = await cashToTake(newPerson, 'Dev Gone')
    await page.goto('/phoenix-cafe')
    await expect(page.getByRole('link', { name: 'See my place' }), 'there is no token yet').toBeVisible()
    await page.getByRole('link', { name: 'See my place' }).click()
    await staff.getByRole('button', { name: 'Collect ₹142 from Dev Gone' }).click()
    await expect(staff.getByRole('dialog', { name: 'Have you received the cash?' })).toBeVisible()
    await page.getByRole('button', { name: 'Leave the queue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the queue' }).click()
    await expect(staff.getByRole('alert').filter({ hasText: 'Dev Gone no longer needs to pay.' })).toBeVisible()
    await expect(staff.getByRole('dialog')).toBeHidden()
  })

  test('a shopper who chose cash pays online instead: the desk no longer asks for cash, the receipt says online', async ({
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

  test('new shoppers, waiting shoppers and the desk read that all counters are closed, until one opens', async ({ newPerson }) => {
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
    await openToken(page, 'phoenix-cafe', 'Esha Closed')
    const other = await newPerson(phone)
    await other.goto('/phoenix-cafe')
    const safe = page.getByText('Your place is safe. You will be called as usual.', { exact: false })
    const closed = other.getByText('All counters are closed.', { exact: false })
    await expect(other.getByText('No one who joins after you goes ahead of you.')).toBeVisible()
    await turn('Closed')
    try {
      await expect(safe).toBeVisible()
      await expect(closed).toBeVisible()
      await expect(other.getByRole('button', { name: 'Buy Cart' }), 'before any payment').toBeDisabled()
      await expect(staff.getByText('All counters are closed')).toBeVisible()
      await staff.reload()
      await expect(staff.getByText('All counters are closed')).toBeVisible()
      const board = await newPerson(desktop)
      await signInAsStaff(board)
      await board.goto('/display?shop=phoenix-cafe')
      const wait = board.locator('.board__wait')
      await expect(wait).toContainText('waiting')
      await expect(wait).toContainText('No counter is open right now')
      await expect(wait).not.toContainText('minutes')
    } finally {
      // The other journeys need open counters.
      await turn('Open')
    }
    await expect(safe).toBeHidden()
    await expect(closed).toBeHidden()
    await expect(other.getByRole('link', { name: 'Buy Cart' })).toBeVisible()
    await expect(staff.getByText('All counters are closed')).toBeHidden()
  })

  test('a shopper who paid cash and leaves is listed under cash refunds due until staff hand the cash back', async ({ newPerson, axe }) => {
    const { page, staff } = await cashToTake(newPerson, 'Bela Back')
    await staff
      .getByRole('row')
      .filter({ hasText: 'Bela Back' })
      .getByRole('button', { name: /^Collect ₹142/ })
      .click()
    await staff.getByRole('dialog').getByRole('button', { name: 'Yes, received' }).press('Enter')
    await expect(
      staff.getByRole('row').filter({ hasText: 'Bela Back' }).getByRole('button', { name: /^OK/ }),
      'the focus goes on there',
    ).toBeFocused()
    await expect(tokenNumber(page)).toHaveText(/^\d+$/)
    await page.getByRole('button', { name: 'Leave the queue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the queue' }).click()
    await expect(page.getByText(/^You’ll get ₹142 back\. Collect it in cash at the counter and show token \d+\.$/)).toBeVisible()

    const owed = staff.getByRole('region', { name: 'Cash refunds due' })
    const way = owed.getByRole('button', { name: 'Return ₹142 to Bela Back' })
    await way.click()
    const ask = staff.getByRole('dialog', { name: 'Have you returned the cash?' })
    await expect(ask).toContainText('Bela Back')
    await axe(staff)
    // The desk's keys do nothing while the dialog is open: a call would lead to the countdown.
    await staff.keyboard.press('n')
    await expect(ask).toContainText('Bela Back')
    await ask.getByRole('button', { name: 'Not yet' }).click()
    await expect(ask).toBeHidden()
    await expect(way).toBeVisible()
    await way.press('Enter')
    await ask.getByRole('button', { name: 'Yes, returned' }).press('Enter')
    await expect(staff.getByRole('alert').filter({ hasText: 'Returned ₹142.' })).toBeVisible()
    await expect(way).toBeHidden()
    await expect(staff.locator('.hand-backs button, .desk__now').last(), 'the focus goes on there').toBeFocused()
    await expect(page.getByText('₹142 has been refunded.')).toBeVisible()
  })

  test('a lost connection is shown, the last state stays, and the page reconnects automatically', async ({ newPerson, allowOffline }) => {
    const page = await newPerson(phone)
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    const live = page.waitForEvent('websocket')
    const number = await openToken(page, 'phoenix-cafe', 'Omna Offline')
    await live
    allowOffline()
    await page.context().setOffline(true)
    await expect(page.getByText('No connection.', { exact: false })).toBeVisible()
    await expect(tokenNumber(page)).toHaveText(number)
    await call(staff, 'Omna Offline')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText('No connection.', { exact: false }), 'also on the page of a call').toBeVisible()
  })

  test('on a low screen the desk shows the called customer’s card in full, whatever is below it', async ({ newPerson }) => {
    const staff = await newPerson({ viewport: { width: 1280, height: 440 } })
    await signInAsStaff(staff)
    const shopper = await newPerson(phone)
    await openToken(shopper, 'phoenix-cafe', 'Lakshmi Narasimhan Venkataramanan Krishnamurthy')
    await call(staff, 'Lakshmi Narasimhan')
    await staff.goto('/phoenix-cafe/counter')
    for (const name of ['Served', 'No-show']) await expect(staff.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 })
  })

  test('errors show next to their fields and no input is lost', async ({ newPerson, allowRefusal }) => {
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
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid OTP, please try again!' })).toBeVisible()
    await field.fill(right)
    await expect(page).toHaveURL(/paymentpage/)
  })
})

const tokenNumber = (page: Page) => page.locator('.ring b')
