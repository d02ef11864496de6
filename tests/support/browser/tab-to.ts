import type { Page } from '@playwright/test'

/** Throws if the focused element does not have this name after 40 presses of Tab. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await focusInside(page)
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const at = document.activeElement
      const label =
        at instanceof HTMLInputElement || at instanceof HTMLSelectElement
          ? (at.labels?.[0]?.textContent ?? at.getAttribute('aria-label'))
          : null
      return at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? ''
    })
    if (name.test(focused.trim())) return
  }
  throw new Error(`no stop of the Tab key is named ${name}`)
}

/** Waits until the open window or menu has the focus: it takes it a moment later, and until then its keys do nothing or are lost. */
export const focusInside = (page: Page) =>
  page.waitForFunction(() => {
    const topmost = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1)
    return topmost === undefined || topmost.contains(document.activeElement)
  })
