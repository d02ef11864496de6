import type { Page } from '@playwright/test'

/** Doubles the size of all text, as a phone's own setting for large text does. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
}

/** The messages, fields, links and buttons that reach beyond the right edge of the screen. */
export const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="alert"], [role="status"] *, input, a, button')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > screen.width + 1)
      .map((part) => `${part.tagName} ${part.className}: ${part.textContent.slice(0, 40)}`),
  )
