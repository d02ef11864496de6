import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { FastifyInstance } from 'fastify'
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import type { PaperPage } from '#contract/payments/paper.ts'
import type { FirstData } from '#contract/storefront/storefront.ts'
import type { WebAssets } from './page.ts'
import type { Rendered, RenderedPaper } from './page-document.ts'

const VITE_ADDRESSES = /^\/(?:@|web\/|contract\/|texts\/|node_modules\/)/

/** Serves the web from its sources, through Vite inside this process. Vite's own socket shares our port. */
export function devWeb(root: string): WebAssets {
  let vite: ViteDevServer | undefined
  const shopper = (): Promise<{ render(data: FirstData): Rendered; renderPaper(page: PaperPage): RenderedPaper }> => {
    const ssr = vite?.environments.ssr
    if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no runnable environment for server rendering')
    return ssr.runner.import('/web/shopper/render.tsx')
  }

  return {
    async register(scope: FastifyInstance) {
      const server = await createServer({
        configFile: join(root, 'web/vite.config.ts'),
        server: { middlewareMode: true, ws: { server: scope.server } },
      })
      vite = server
      scope.addHook('onRequest', (request, reply, done) => {
        if (VITE_ADDRESSES.test(request.url)) server.middlewares(request.raw, reply.raw, done)
        else done()
      })
      // Vite closes before the listener does: the listener would wait for Vite's open sockets.
      scope.addHook('preClose', () => server.close())
    },

    upgrades: (request) => /^vite-(?:hmr|ping)$/.test(request.headers['sec-websocket-protocol'] ?? ''),

    render: async (data: FirstData) => (await shopper()).render(data),
    renderPaper: async (page: PaperPage) => (await shopper()).renderPaper(page),

    head: async ({ wing }, nonce) =>
      [
        // Vite gives this nonce to the style elements it adds.
        `<meta property="csp-nonce" nonce="${nonce}">`,
        `<script type="module" nonce="${nonce}">${react.preambleCode.replace('__BASE__', '/')}</script>`,
        `<script type="module" src="/@vite/client" nonce="${nonce}"></script>`,
        `<script type="module" src="/web/${wing}/main.tsx" nonce="${nonce}"></script>`,
      ].join(''),
  }
}
