import type { Page } from '@playwright/test'

/**
 * Translates the page as a browser does, now and whenever its texts change: each text is replaced by one in two `<font>` elements. The words stay the same, so that a
 * journey can read them.
 */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const skipped = 'script, style, noscript, font, textarea, title'
    const wrap = (text: Text) => {
      if (text.data.trim() === '' || text.parentElement === null || text.parentElement.closest(skipped)) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      inner.textContent = text.data
      text.replaceWith(outer)
    }
    const wrapAll = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      found.forEach(wrap)
    }
    wrapAll()
    new MutationObserver(wrapAll).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
