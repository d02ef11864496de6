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
    head: (opening, nonce) => headTags(pieces(manifests[opening.wing], opening), nonce),
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

function headTags({ entry, scripts, styles }: ReturnType<typeof pieces>, nonce: string): string {
  return [
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts.filter((file) => file !== entry).map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${entry}" nonce="${nonce}"></script>`,
  ].join('')
}
