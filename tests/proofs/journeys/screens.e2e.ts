import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser/browser.ts'
import { call, enter, payOnline, phone, signInAsStaff, verify } from '#tests/support/browser/journey.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen of the main job is accessible in the ${colorScheme} theme`, async ({ newPerson, axe: lookAt }) => {
    const axe = (who: Page) => lookAt(who, colorScheme === 'dark' ? 'colours' : undefined)
    const name = colorScheme === 'light' ? 'Laila Light' : 'Dev Dark'
    const page = await newPerson({ ...phone, colorScheme, reducedMotion: 'reduce' })
    await page.goto('/phoenix-mall')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await axe(page)
    await page.goto('/phoenix-cafe')
    await expect(page.getByRole('heading', { name: 'Welcome To Red Carpet' })).toBeVisible()
    await axe(page)
    await enter(page, 'phoenix-cafe')
    await axe(page)
    await verify(page, name)
    await expect(page.getByRole('button', { name: 'Book Appointment' })).toBeVisible()
    await axe(page)
    await payOnline(page)
    await axe(page)

    const staff = await newPerson({ viewport: { width: 1280, height: 800 }, colorScheme, reducedMotion: 'reduce' })
    await staff.goto('/')
    await expect(staff.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await axe(staff)
    await signInAsStaff(staff)
    await axe(staff)
    await call(staff, name)
    await expect(staff.getByText('seconds remaining', { exact: true })).toBeVisible()
    await axe(staff)
    await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible()
    await axe(page)
    await staff.goto('/phoenix-cafe/countdown')
    await expect(staff.getByText('seconds remaining', { exact: true })).toBeVisible()
    await axe(staff)
    await staff.goto('/phoenix-cafe/counter')
    await staff.getByRole('button', { name: 'Served' }).first().click()
    await expect(page.getByText("Thank's for VISIT")).toBeVisible()
    await axe(page)
    for (const address of ['/version', '/health']) {
      await staff.goto(address)
      await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
      await axe(staff)
    }
  })
}
