import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')

/** One wing for the browser. Each is built by itself: what they share is in both, so that neither loads what only the other needs. */
const wing = (name: string, groups: Rolldown.CodeSplittingGroup[] = []): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/client',
    // The wings share the folder; scripts/build.ts empties it.
    emptyOutDir: false,
    manifest: `${name}.json`,
    rolldownOptions: {
      input: { [name]: `web/${name}/main.tsx` },
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: 'static/media/[name]-[hash][extname]',
        codeSplitting: { groups },
      },
    },
  },
})

/** What a module imports statically, and so on: the modules that the entry cannot start without. */
function neededBy(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const needed = new Set<string>()
  const visit = (id: string) => {
    if (needed.has(id)) return
    needed.add(id)
    const module = context.getModuleInfo(id)
    if (module === null) throw new Error(`the build has no ${id}`)
    for (const next of module.importedIds) visit(next)
  }
  visit(entry)
  return needed
}

/**
 * The console's first import with the libraries it sets up, in a file of its own. Otherwise a file that the entry imports would run
 * before the entry's own modules, and Zod would probe `new Function` before it is told not to.
 */
const first: Rolldown.CodeSplittingGroup = { name: 'first', test: /web[\\/]console[\\/]nonce\.ts$/ }

/** What of the shopper wing has a file of its own and may be opened soon after the welcome. */
const later = ['information/Information.tsx', 'payment/Payment.tsx', 'token/Token.tsx', 'welcome/edit/editor.ts']

/**
 * One file with all that the shopper's entry needs, with React's half for the browser (which it starts a moment later), and with what
 * several screens share. Left alone, each small shared module becomes a file of its own (15 requests for the welcome), and on a phone a
 * request costs more than a kilobyte.
 */
function fewFiles(): Rolldown.CodeSplittingGroup[] {
  let core: Set<string> | undefined
  const inCore = (id: string, context: Rolldown.ChunkingContext) => {
    core ??= coreOf(context)
    return core.has(id) || /node_modules[\\/](?:react-dom|scheduler)[\\/]/.test(id) ? 'core' : null
  }
  return [{ name: inCore, debugName: 'core' }]
}

function coreOf(context: Rolldown.ChunkingContext): Set<string> {
  const core = neededBy(join(root, 'web/shopper/main.tsx'), context)
  const parts = later.map((file) => neededBy(join(root, 'web/shopper', file), context))
  for (const id of parts.flatMap((part) => [...part])) if (parts.filter((part) => part.has(id)).length > 1) core.add(id)
  return core
}

/**
 * Two wings for the browser and the shopper wing once more for the server. In development the server itself runs this
 * configuration in middleware mode (`server/dev.ts`).
 */
export default defineConfig(({ command }) => ({
  root,
  publicDir: false,
  appType: 'custom',
  plugins: [react()],
  builder: {},
  // The embedded database and what tests leave behind change all the time and are no sources.
  server: { watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**', '**/server/**'] } },
  // Found by scanning otherwise, which reloads the first page of a fresh clone half-way.
  optimizeDeps: { entries: ['web/console/main.tsx', 'web/shopper/main.tsx'] },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    // The name `client` is Vite's; in development it serves both wings.
    client: wing('console', [first]),
    ...(command === 'build' && { shopper: wing('shopper', fewFiles()) }),
    ssr: {
      // Everything into one file in the build; in development that breaks CommonJS packages ("require is not defined").
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: 'dist/ssr',
        // The style sheet goes into every document.
        cssMinify: true,
        emptyOutDir: false,
        rolldownOptions: { input: { shopper: 'web/shopper/render.tsx' }, output: { entryFileNames: '[name].js' } },
      },
    },
  },
}))
