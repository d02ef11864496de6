import type { Locale } from '#contract/base/locale.ts'
import type { Wing } from '#contract/screens.ts'
import { sayInline } from './inline-words.ts'

/**
 * What came to browsers together with the last thing that a wing needs. The shopper wing: Chrome 98, Safari 15.4, Firefox 94. The console,
 * which is also on TVs: Chrome 76, Safari 13, Firefox 71.
 */
const marks: Readonly<Record<Wing, string>> = { shopper: 'window.structuredClone', console: 'window.Promise&&Promise.allSettled' }

/** The look of the sentence. Any browser can read it. */
const LOOK = 'margin:0;padding:16px 24px;font:bold 18px/1.4 sans-serif;text-align:center;background:#fff4cf;color:#3b2600'

/**
 * A script for the end of the body: a browser that is too old for the wing's scripts gets one sentence instead of a page that stays empty
 * or does nothing. Its words are those of the browsers of 2010, because the others do not run it to the end.
 */
export const oldBrowserScript = (wing: Wing, locale: Locale, nonce: string): string =>
  `<script nonce="${nonce}">if(!(${marks[wing]})){var old=document.createElement('p');old.setAttribute('role','alert');old.style.cssText='${LOOK}';old.appendChild(document.createTextNode(${JSON.stringify(sayInline[locale]('oldBrowser'))}));document.body.insertBefore(old,document.body.firstChild)}</script>`
