import type { Locale } from '#contract/base/locale.ts'
import type { Wing } from '#contract/screens.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { sayInline } from './inline-words.ts'
import type { Html } from './send-html.ts'

/**
 * The shopper wing's part of a page. `css` and the script `keepEarly` (`web/shopper/inline/keep-early.ts`) go inline, so that they cost no
 * request.
 */
export interface Rendered {
  html: string
  css: string
  keepEarly: string
  title: string
}

export type RenderedPaper = Pick<Rendered, 'html' | 'css' | 'title'>

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** JSON for a `<script>` element: a `<` inside a shop's name must not end it. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Screens that are dark in both themes: the browser's own bars get the same colour. */
const nightScreens: ReadonlySet<FirstData['screen']> = new Set(['welcome', 'entrance'])

const NIGHT = '#14070a'
const bars = {
  night: `<meta name="theme-color" content="${NIGHT}">`,
  day: '<meta name="theme-color" content="#f5f3f2" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#100a0c" media="(prefers-color-scheme: dark)">',
}

/** `head` are the tags of the wing's files. */
export function shopperDocument(page: { data: FirstData; rendered: Rendered; head: string; nonce: string; publicUrl: string }): Html {
  const { data, rendered, head, nonce } = page
  const about = data.storefront?.shop ?? null
  const description = about?.description ?? data.entrance?.mall.description ?? ''
  // Only the welcome and the entrance are for search engines and link previews; the other screens belong to one person.
  const isPublic = data.screen === 'welcome' || data.screen === 'entrance'
  const address = about?.slug ?? data.entrance?.mall.slug
  const preview =
    isPublic && address !== undefined
      ? `<meta property="og:title" content="${escapeHtml(rendered.title)}"><meta property="og:url" content="${escapeHtml(new URL(`/${address}`, page.publicUrl).href)}">`
      : '<meta name="robots" content="noindex">'
  return documentOf({
    locale: data.locale,
    title: rendered.title,
    head: [
      description === '' ? '' : `<meta name="description" content="${escapeHtml(description)}">`,
      preview,
      nightScreens.has(data.screen) ? bars.night : bars.day,
      head,
    ].join(''),
    style: { nonce, css: rendered.css },
    body: `<script nonce="${nonce}">${rendered.keepEarly}</script><div id="root">${rendered.html}</div><script id="first-data" type="application/json" nonce="${nonce}">${scriptJson(data)}</script>${oldBrowserScript('shopper', data.locale, nonce)}`,
    demo: data.demo,
  })
}

/** No script, and nothing that leads a search engine here. */
export const receiptDocument = (page: { locale: FirstData['locale']; rendered: RenderedPaper; nonce: string }): Html =>
  documentOf({
    locale: page.locale,
    title: page.rendered.title,
    head: `<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">${bars.day}`,
    style: { nonce: page.nonce, css: page.rendered.css },
    body: `<div id="root">${page.rendered.html}</div>`,
    demo: false,
  })

/** The browser renders all of it. `data-demo` tells it whether this is a demo. */
export function consoleDocument(page: { locale: FirstData['locale']; head: string; nonce: string; demo: boolean }): Html {
  return documentOf({
    locale: page.locale,
    title: 'Red Carpet',
    head: `<meta name="robots" content="noindex">${bars.day}${page.head}`,
    body: `<div id="root"></div><noscript>Red Carpet needs JavaScript on this page.</noscript>${oldBrowserScript('console', page.locale, page.nonce)}`,
    demo: page.demo,
  })
}

/** The page for a failure to render needs no file of the build. */
export function failureDocument(nonce: string, sentence: string): Html {
  return documentOf({
    locale: 'en',
    title: 'Red Carpet',
    head: `<meta name="theme-color" content="${NIGHT}">`,
    style: {
      nonce,
      css: `body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:1rem;padding:1.5rem;text-align:center;color-scheme:dark;background:${NIGHT};color:#f6f1ef;font:400 1rem/1.5 system-ui,sans-serif}h1{margin:0;font:600 1.75rem/1.2 ui-serif,Georgia,serif}p{margin:0;color:#c3b7b8}a{color:#8badff}`,
    },
    body: `<h1>${escapeHtml(sentence)}</h1><p>Nothing you did is lost.</p><p><a href="">Try again</a></p>`,
    demo: false,
  })
}

/** An iPhone would make links of numbers, times and addresses before React takes over the texts. Our own links stay. */
const PLAIN_TEXTS = '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">'

function documentOf(page: {
  locale: string
  title: string
  head: string
  style?: { nonce: string; css: string }
  body: string
  demo: boolean
}): Html {
  const head = `<!doctype html><html lang="${page.locale}"${page.demo ? ' data-demo' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">${PLAIN_TEXTS}<title>${escapeHtml(page.title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">${page.head}`
  const body = `</head><body>${page.body}</body></html>`
  if (!page.style) return { before: head, shared: '', after: body }
  return { before: `${head}<style nonce="${page.style.nonce}">`, shared: page.style.css, after: `</style>${body}` }
}

/**
 * What came to browsers together with the last thing that a wing needs. The shopper wing: Chrome 98, Safari 15.4, Firefox 94. The console,
 * which is also on TVs: Chrome 76, Safari 13, Firefox 71.
 */
const marks: Readonly<Record<Wing, string>> = { shopper: 'window.structuredClone', console: 'window.Promise&&Promise.allSettled' }

/** Styles that any browser knows. */
const LOOK = 'margin:0;padding:16px 24px;font:bold 18px/1.4 sans-serif;text-align:center;background:#fff4cf;color:#3b2600'

/**
 * For the end of the body: a browser that is too old gets one sentence instead of a page that stays empty or does nothing. It uses only
 * what browsers of 2010 know, so that old ones run it to the end.
 */
const oldBrowserScript = (wing: Wing, locale: Locale, nonce: string): string =>
  `<script nonce="${nonce}">if(!(${marks[wing]})){var old=document.createElement('p');old.setAttribute('role','alert');old.style.cssText='${LOOK}';old.appendChild(document.createTextNode(${JSON.stringify(sayInline[locale]('oldBrowser'))}));document.body.insertBefore(old,document.body.firstChild)}</script>`
