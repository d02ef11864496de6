import { expect, test } from '#tests/support/browser/browser.ts'
import { openToken, phone } from '#tests/support/browser/journey.ts'
import {
  fillShop,
  inBothThemes,
  login,
  newEmail,
  newName,
  pictureFile,
  signInAsOperator,
  signInAsOwner,
} from '#tests/support/people/places.ts'

const PASSWORD = 'a quiet evening'

test('the administrator adds a mall with a picture, changes it and deletes it', async ({ page, newPerson, axe, allowRefusal }) => {
  const title = newName('Charminar Galleria')
  const email = newEmail()
  await signInAsOperator(page)
  await inBothThemes(page, axe)
  await page.getByRole('link', { name: 'SETTING' }).click()
  await expect(page).toHaveURL(/\/ownerdashboard$/)
  await inBothThemes(page, axe)

  const form = page.getByRole('form')
  await expect(form.getByLabel('Role')).toHaveValue('owner')
  await form.getByRole('button', { name: 'Add Mall' }).click()
  await expect(form.getByText('Please enter a title')).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('Hyderabad. Jewellery and silks.')
  await form.locator('input[type=file]').setInputFiles(pictureFile())
  await expect(form.getByAltText('The chosen picture')).toBeVisible()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByLabel('Confirm').fill('another evening')
  await form.getByRole('button', { name: 'Add Mall' }).click()
  await expect(form.getByText('The passwords do not match')).toBeVisible()
  await form.getByLabel('Confirm').fill(PASSWORD)
  await form.getByRole('button', { name: 'Add Mall' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `${title} was added.` })).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('')

  await page.getByLabel('Search malls').fill(title.toUpperCase())
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const picture = card.getByAltText(`Picture of ${title}`)
  await expect(picture).toHaveAttribute('src', /^\/images\/[a-f0-9]{64}\.(?:jpg|webp)$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)

  await card.getByRole('button', { name: 'Edit Mall' }).click()
  await expect(page.getByRole('heading', { name: `Update mall: ${title}` })).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await form.getByLabel('Description').fill('Hyderabad. Now with a tea hall.')
  await form.getByRole('button', { name: 'Update Mall' }).click()
  await expect(card.getByText('Hyderabad. Now with a tea hall.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Add mall' })).toBeVisible()

  // The blank password fields have not changed the owner's password.
  const owner = await newPerson()
  await owner.goto('/')
  await login(owner, email, PASSWORD)
  await expect(owner.getByRole('heading', { name: title })).toBeVisible()
  await owner.goto('/ownerdashboard')
  await expect(owner, 'not a screen for owners').toHaveURL(/\/branddashboard2\//)

  await card.getByRole('button', { name: 'Delete Mall' }).click()
  const dialog = page.getByRole('dialog')
  await inBothThemes(page, axe)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await card.getByRole('button', { name: 'Delete Mall' }).click()
  allowRefusal(401, /./)
  await dialog.getByRole('button', { name: 'Delete Mall' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `${title} was deleted.` })).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(owner.getByText('Your session has ended. Please sign in again.')).toBeVisible()
})

test('a mall where people wait cannot be deleted, and the dialog says why', async ({ page, newPerson }) => {
  const shopper = await newPerson(phone)
  await openToken(shopper, 'lotus-books', 'Wali Waits')
  await signInAsOperator(page)
  await page.goto('/ownerdashboard')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Phoenix Mall' }) })
  await card.getByRole('button', { name: 'Delete Mall' }).click()
  await expect(page.getByRole('dialog')).toContainText(/waiting there now. Please serve or cancel them first/)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete Mall' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(card).toBeVisible()
})

test('a chosen mall opens its view, and Visit Site signs out and leads to the shop’s counter', async ({ page, axe }) => {
  await signInAsOperator(page)
  await page.getByLabel('Search by title').fill('no such mall')
  await expect(page.getByText('No malls match.')).toBeVisible()
  await page.getByLabel('Search by title').fill('phoenix')
  await page.getByRole('link', { name: 'View More' }).first().click()
  await expect(page).toHaveURL(/\/branddashboard2\/phoenix-mall$/)
  await expect(page.getByRole('heading', { name: 'Phoenix Mall', level: 1 })).toBeVisible()
  await inBothThemes(page, axe)
  await page.getByLabel('Search by name').fill('cafe')
  const card = page.getByRole('list', { name: 'Shops of this mall' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await card.getByRole('link', { name: 'Visit Site' }).click()
  await expect(page).toHaveURL(/\/\?callbackUrl=phoenix-cafe$/)
  for (const key of ['token', 'role', 'shopId', 'isAuthenticated']) {
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  }
  await login(page, 'staff@demo.test', 'red-carpet-demo')
  await expect(page).toHaveURL(/\/phoenix-cafe\/counter$/)
})

test('a shop is added, changed and deleted, and each step shows its message', async ({ page, axe, allowRefusal }) => {
  const name = newName('Silk House')
  await signInAsOwner(page)
  await page.getByRole('link', { name: "Shop's" }).first().click()
  await expect(page).toHaveURL(/\/shop\/phoenix-mall$/)
  await inBothThemes(page, axe)
  const form = page.getByRole('form', { name: "Add Shop's" })
  await expect(form.getByLabel('Role')).toHaveValue('shop')

  allowRefusal(409, /phoenix-mall/)
  await fillShop(page, { name: 'phoenix CAFÉ', email: newEmail(), password: PASSWORD })
  await form.getByRole('button', { name: 'Add Shop' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to add menu item. Please try again.' })).toBeVisible()
  await expect(form.getByLabel('Link'), 'the input stays').toHaveValue('https://silk.example.in')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Add Shop' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Menu item added successfully!' })).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await row.getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('form', { name: `Edit ${name}` })
  await inBothThemes(page, axe)
  await edited.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Edit' }).click()
  await edited.getByLabel('Name', { exact: true }).fill(`${name} & Sons/Daughters`)
  await edited.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${name} & Sons/Daughters` }) })
  await expect(renamed).toBeVisible()
  await renamed.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete shop' }).click()
  await expect(renamed).toHaveCount(0)
})
