import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { Wing } from '../../contract/paths.ts'
import type { FirstData } from '../../contract/storefront.wire.ts'
import { type Manifest, pieces } from './manifest.ts'
import type { WebAssets } from './page.ts'
import type { Rendered } from './page-document.ts'

/** The web as `npm run build` left it in `dist` of the project's folder. Throws a sentence for a person where it is not built. */
export function builtWeb(root: string): WebAssets {
  const client = join(root, 'dist/client')
  const manifestOf = (wing: Wing): Manifest => JSON.parse(readFileSync(join(client, `${wing}.json`), 'utf8'))
  if (!existsSync(join(client, 'shopper.json')))
    throw new Error('The web is not built: run "npm run build" first, or start with "npm start".')
  const manifests: Record<Wing, Manifest> = { shopper: manifestOf('shopper'), console: manifestOf('console') }
  // Started now, so that the first page does not wait for it.
  const shopper: Promise<{ render(data: FirstData): Rendered }> = import(pathToFileURL(join(root, 'dist/ssr/shopper.js')).href)
  // Without a listener of its own a broken build would end the process before the first page can report it.
  shopper.catch(() => undefined)

  return {
    render: async (data) => (await shopper).render(data),
    head: (opening, nonce) => {
      const files = pieces(manifests[opening.wing], opening)
      return opening.wing === 'shopper' ? afterPaint(files, nonce) : atOnce(files, nonce)
    },
    register: async (scope) => {
      await scope.register(fastifyStatic, {
        root: join(client, 'static'),
        prefix: '/static/',
        preCompressed: true,
        // Every file's name carries the hash of its content.
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

/** For a page that its scripts draw: they are fetched as early as can be. */
const atOnce = (files: Pieces, nonce: string): string =>
  [
    styleTags(files),
    ...besideEntry(files).map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script type="module" src="/${files.entry}" nonce="${nonce}"></script>`,
  ].join('')

/** For a page that arrives drawn: its scripts begin to load when the browser says that it has painted (decision 0029). */
const afterPaint = (files: Pieces, nonce: string): string =>
  `${styleTags(files)}<script nonce="${nonce}">(${AFTER_PAINT})(${JSON.stringify(`/${files.entry}`)},${JSON.stringify(besideEntry(files))})</script>`

/**
 * Where the browser tells of no paint, or will not paint because the page is in the background, they load at once, and after two seconds in
 * any case.
 */
const AFTER_PAINT = `((entry,files)=>{let begun=false;const nonce=document.currentScript.nonce,add=(tag,is)=>document.head.append(Object.assign(document.createElement(tag),is)),begin=()=>{if(begun)return;begun=true;for(const href of files)add('link',{rel:'modulepreload',href});add('script',{type:'module',src:entry,nonce})};if(document.visibilityState==='hidden'||!self.PerformanceObserver?.supportedEntryTypes?.includes('paint'))return begin();new PerformanceObserver(begin).observe({type:'paint',buffered:true});setTimeout(begin,2000)})`
