import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { PaperPage } from '#contract/payments/paper.ts'
import type { Wing } from '#contract/screens.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import { sayInline } from './inline-words.ts'
import { type Manifest, pieces } from './manifest.ts'
import type { WebAssets } from './page.ts'
import { escapeHtml, type Rendered, type RenderedPaper } from './page-document.ts'

/** The web that `npm run build` wrote to `dist`. Throws an error that says what to do if it is not built. */
export function builtWeb(root: string): WebAssets {
  const client = join(root, 'dist/client')
  const manifestOf = (wing: Wing): Manifest => JSON.parse(readFileSync(join(client, `${wing}.json`), 'utf8'))
  if (!existsSync(join(client, 'shopper.json')))
    throw new Error('The web is not built: run "npm run build" first, or start with "npm start".')
  const manifests: Record<Wing, Manifest> = { shopper: manifestOf('shopper'), console: manifestOf('console') }
  // Started now, so that the first page does not wait for it.
  const shopper: Promise<{
    render(data: FirstData): Rendered
    renderPaper(page: PaperPage): RenderedPaper
    afterPaint: string
    comeBack: string
  }> = import(pathToFileURL(join(root, 'dist/ssr/shopper.js')).href)
  // Without this handler, a broken build would end the process before the first page can report it.
  shopper.catch(() => undefined)

  return {
    render: async (data) => (await shopper).render(data),
    renderPaper: async (page) => (await shopper).renderPaper(page),
    head: async (opening, nonce) => {
      const files = pieces(manifests[opening.wing], opening)
      const { afterPaint, comeBack } = await shopper
      // A build of an older version has none, and its pages would never load their code.
      if (typeof afterPaint !== 'string' || typeof comeBack !== 'string')
        throw new Error('The web was built from older sources. Run "npm run build".')
      const again = `<script nonce="${nonce}" data-sentence="${escapeHtml(sayInline[opening.locale]('incomplete'))}">${comeBack}</script>`
      return `${again}${opening.wing === 'shopper' ? later(files, nonce, afterPaint) : atOnce(files, nonce)}`
    },
    register: async (scope) => {
      await scope.register(fastifyStatic, {
        root: join(client, 'static'),
        prefix: '/static/',
        preCompressed: true,
        // Each file's name has the hash of its content.
        immutable: true,
        maxAge: '365d',
        index: false,
        decorateReply: false,
        schemaHide: true,
      })
    },
  }
}

type Pieces = ReturnType<typeof pieces>

const styleTags = ({ styles }: Pieces): string => styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')
const besideEntry = ({ entry, scripts }: Pieces): string[] => scripts.filter((file) => file !== entry).map((file) => `/${file}`)

/** For a page that the browser renders. */
const atOnce = (files: Pieces, nonce: string): string =>
  [
    styleTags(files),
    ...besideEntry(files).map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script type="module" src="/${files.entry}" nonce="${nonce}"></script>`,
  ].join('')

/**
 * For a page that the server rendered: its scripts load after the first paint (decision 0016). `afterPaint` is the text of
 * `web/shopper/inline/after-paint.ts`.
 */
const later = (files: Pieces, nonce: string, afterPaint: string): string =>
  `${styleTags(files)}<script nonce="${nonce}" data-entry="/${files.entry}" data-files="${escapeHtml(besideEntry(files).join(' '))}">${afterPaint}</script>`
