import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { DEMO_PASSWORD, demoAccounts } from '#contract/base/demo.ts'
import { changeDisplay } from '#contract/displays/calls.ts'
import { login } from '#contract/sign-in/calls.ts'
import { expect, test } from '#tests/support/browser/browser.ts'
import { askFrom } from '#tests/support/browser/browser-client.ts'
import { desktop, phone, signInAsStaff } from '#tests/support/browser/journey.ts'

const SHOP = '/phoenix-cafe'

const photo = async (background: string) => ({
  name: 'holiday.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .png()
    .toBuffer(),
})
/** Half a second of silence as a WAV. */
function silence() {
  const samples = 11_025
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(22_050, 24)
  head.writeUInt32LE(22_050, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return { name: 'bell.wav', mimeType: 'audio/wav', buffer: Buffer.concat([head, Buffer.alloc(samples, 128)]) }
}

const pictureIn = (page: Page) =>
  page
    .locator('.banner__disc img')
    .evaluate((image: HTMLImageElement) => ({ from: image.getAttribute('src'), size: [image.naturalWidth, image.naturalHeight] }))

async function openEditor(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
}

/** The next journeys need the demo's first display. */
test.afterEach(async ({ request }) => {
  const { token } = await askFrom(request, login, { body: { email: demoAccounts.staff.email, password: DEMO_PASSWORD } })
  const body = { backgroundImage: '', imageAlt: '', phoenixText: 'Phoenix', pText: 'P', royalPassText: 'Royal Pass', audio: '' }
  await askFrom(request, changeDisplay, { id: SHOP.slice(1), body }, token)
})

test.describe('on the welcome', () => {
  test('staff change picture and texts, and an open phone shows them automatically', async ({ newPerson }) => {
    const shopper = await newPerson(phone)
    const staff = await newPerson(phone)
    await shopper.goto(SHOP)
    await expect(shopper.locator('.lock__slide')).toHaveText('Phoenix')
    await signInAsStaff(staff)
    await openEditor(staff, SHOP)

    await expect(staff.getByPlaceholder('Edit Phoenix Text')).toHaveValue('Phoenix')
    await staff.getByPlaceholder('Edit Phoenix Text').fill('Diwali week')
    await staff.getByPlaceholder('Edit P Text').fill('D')
    await staff.getByPlaceholder('Edit Royal Pass Text').fill('Gold Pass')
    await staff.locator('#edit-box input[type=file]').setInputFiles(await photo('#745216'))
    await expect(staff.locator('.lock__slide'), 'the display next to the box is the preview').toHaveText('Diwali week')
    expect((await pictureIn(staff)).from).toMatch(/^data:image\/jpeg;/)
    await expect(shopper.locator('.lock__slide'), 'other people see only what is saved').toHaveText('Phoenix')

    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff.getByRole('alert').filter({ hasText: 'Updated Successfully!' })).toBeVisible()
    await expect(staff.locator('#edit-box'), 'the box closes').toHaveCount(0)
    for (const page of [shopper, staff]) {
      await expect(page.locator('.lock__slide')).toHaveText('Diwali week')
      await expect(page.locator('.lock__letter')).toHaveText('D')
      await expect(page.locator('.pass')).toHaveText('Gold Pass')
      await expect(page.locator('.banner__disc img')).toHaveAttribute('src', /^\/images\/[a-f0-9]{64}\.jpg$/)
      await expect(page.locator('.banner__disc img')).toHaveAttribute('alt', 'Picture of Phoenix Café')
    }
    await expect.poll(() => pictureIn(shopper)).toMatchObject({ size: [800, 450] })
  })

  test('the box opens from its address and works with the keyboard alone, and Escape changes nothing', async ({ newPerson, axe }) => {
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    await staff.goto(`${SHOP}?edit=1`)
    await expect(staff.getByRole('heading', { name: 'Edit the display' })).toBeFocused()
    await axe(staff)
    await staff.keyboard.press('Tab')
    await expect(staff.locator('#edit-box input[type=file]')).toBeFocused()
    await staff.keyboard.press('Tab')
    await staff.keyboard.type('Typed')
    await expect(staff.locator('.lock__slide')).toHaveText('Typed')
    await staff.keyboard.press('Escape')
    const toggle = staff.getByRole('button', { name: 'Edit', exact: true })
    await expect(toggle).toBeFocused()
    await expect(staff.locator('.lock__slide')).toHaveText('Phoenix')
    await staff.keyboard.press('Enter')
    for (let i = 0; i < 4; i += 1) await staff.keyboard.press('Tab')
    await expect(staff.getByPlaceholder('Edit Royal Pass Text')).toBeFocused()
    await staff.keyboard.press('ControlOrMeta+a')
    await staff.keyboard.type('Keys only')
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('alert').filter({ hasText: 'Updated Successfully!' })).toBeVisible()
    await expect(staff.locator('.pass')).toHaveText('Keys only')
  })

  test('a failed save shows its error, and no input is lost', async ({ newPerson, allowRefusal, axe }) => {
    const staff = await newPerson(phone)
    await signInAsStaff(staff)
    await openEditor(staff, SHOP)
    await staff
      .locator('#edit-box input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') })
    await expect(staff.getByRole('alert').filter({ hasText: 'This picture cannot be read.' })).toBeVisible()
    await staff.getByPlaceholder('Edit Phoenix Text').fill('Kept')
    await staff.evaluate(() => localStorage.setItem('token', 'ended'))
    allowRefusal(401, /api\/display/)
    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff.getByRole('alert').filter({ hasText: 'Error updating. Please check console for details.' })).toBeVisible()
    await expect(staff.getByRole('alert').filter({ hasText: 'Your session has ended.' })).toBeVisible()
    await expect(staff.getByPlaceholder('Edit Phoenix Text')).toHaveValue('Kept')
    await axe(staff)
  })

  test('people without permission to edit see no box and load no part of it', async ({ newPerson }) => {
    const shopper = await newPerson(phone)
    const asked: string[] = []
    shopper.on('request', (request) => asked.push(request.url()))
    await shopper.goto(`${SHOP}?edit=1`, { waitUntil: 'networkidle' })
    await expect(shopper.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    expect(asked.filter((address) => /editor|auth\/me/.test(address))).toEqual([])

    const staff = await newPerson(phone)
    await signInAsStaff(staff)
    const right = staff.waitForResponse(/auth\/me/)
    await staff.goto('/lotus-books?edit=1')
    await right
    await expect(staff.getByRole('button', { name: 'Edit', exact: true }), 'another shop’s staff').toHaveCount(0)
  })
})

test.describe('in the console', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the editor shows a preview, saves all parts and passes axe in ${colorScheme}`, async ({ newPerson, axe }) => {
      const shopper = await newPerson(phone)
      await shopper.goto(SHOP)
      const staff = await newPerson({ ...desktop, colorScheme })
      await signInAsStaff(staff)
      await openEditor(staff, `${SHOP}/editdisplay`)
      await expect(staff.getByRole('heading', { name: 'Edit display' })).toBeVisible()
      await axe(staff)
      await staff
        .locator('#display-form input[type=file]')
        .first()
        .setInputFiles(await photo('#18388c'))
      await staff.getByLabel('What the picture shows').fill('A blue evening')
      await staff.getByLabel('Animation name').fill('Blue hour')
      await staff.getByLabel('Second text').fill('B')
      await staff.getByLabel('Service name').fill('Blue Pass')
      await staff.locator('#display-form input[type=file]').last().setInputFiles(silence())
      await expect(staff.locator('.lock__slide'), 'the preview').toHaveText('Blue hour')
      await expect(staff.getByText('A preview: shoppers see it when you save.')).toBeVisible()
      await axe(staff)

      await staff.getByRole('button', { name: 'Save' }).click()
      await expect(staff.getByRole('alert').filter({ hasText: 'Added Successfully!' })).toBeVisible()
      await expect(staff.locator('#display-form'), 'the box closes').toHaveCount(0)
      await expect(staff.getByText('This is what shoppers see.')).toBeVisible()
      await expect(shopper.locator('.lock__slide')).toHaveText('Blue hour')
      await expect(shopper.getByRole('img', { name: 'A blue evening' })).toBeVisible()

      // If the browser allows autoplay, the sound plays already and has changed to the shop's own.
      const music = shopper.getByRole('button', { name: 'Play music' })
      if ((await music.getAttribute('aria-pressed')) === 'false') await music.click()
      await expect(music).toHaveAttribute('aria-pressed', 'true')
      await expect(shopper.locator('audio')).toHaveAttribute('src', /^\/sounds\/[a-f0-9]{64}\.wav$/)
    })
  }

  test('one press each brings back the default sound and the default picture', async ({ newPerson }) => {
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    await openEditor(staff, `${SHOP}/editdisplay`)
    await staff
      .locator('#display-form input[type=file]')
      .first()
      .setInputFiles(await photo('#936a1f'))
    await staff.locator('#display-form input[type=file]').last().setInputFiles(silence())
    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff.locator('.banner__disc img')).toHaveAttribute('src', /^\/images\//)
    await staff.getByRole('button', { name: 'Edit', exact: true }).click()
    await staff.getByRole('button', { name: 'Remove' }).click()
    await staff.getByRole('button', { name: 'Use the default music' }).click()
    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff.locator('#display-form')).toHaveCount(0)
    await expect(staff.locator('.banner__disc svg')).toBeVisible()
    await staff.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(staff.getByText('The default music plays.')).toBeVisible()
  })

  test('a refusal of the server shows its reason, and the input stays in the form', async ({ newPerson, allowRefusal }) => {
    const staff = await newPerson(desktop)
    await signInAsStaff(staff)
    await openEditor(staff, `${SHOP}/editdisplay`)
    await staff
      .locator('#display-form input[type=file]')
      .last()
      .setInputFiles({ name: 'bell.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound at all') })
    await staff.getByLabel('Animation name').fill('Still here')
    allowRefusal(400, /api\/display/)
    await staff.getByRole('button', { name: 'Save' }).click()
    await expect(staff.getByRole('alert').filter({ hasText: 'Error adding. Please check console for details.' })).toBeVisible()
    await expect(staff.getByText('This sound cannot be read.')).toBeVisible()
    await expect(staff.getByLabel('Animation name')).toHaveValue('Still here')
  })

  test('the editor asks for a session, and staff of another shop see the display without the tools', async ({ newPerson }) => {
    const stranger = await newPerson(phone)
    await stranger.goto(`${SHOP}/editdisplay`)
    await expect(stranger).toHaveURL(/\/$/)
    const staff = await newPerson(phone)
    await signInAsStaff(staff)
    await staff.goto('/lotus-books/editdisplay')
    await expect(staff.getByText('You don’t have permission to change this display.')).toBeVisible()
    await expect(staff.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  })
})
