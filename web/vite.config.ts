import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type EnvironmentOptions, type Plugin, type Rolldown } from 'vite'
import { inlineScripts, oldest, oldestWithTvs } from '#scripts/inline-scripts.ts'

const root = join(import.meta.dirname, '..')

/** The wings are built separately: shared code is in both, so that neither loads what only the other needs. */
const wing = (name: string, groups: Rolldown.CodeSplittingGroup[] = [], own: BuildEnvironmentOptions = {}): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: 'dist/client',
    // The wings share the folder; scripts/build.ts empties it.
    emptyOutDir: false,
    manifest: `${name}.json`,
    ...own,
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

/** All static imports, direct and indirect: the entry cannot start without them. */
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
 * The console's first import needs its own file, with the libraries that it sets up. Otherwise a file that the entry imports would run
 * before the entry's own modules. Zod would then probe `new Function` before it is told not to.
 */
const first: Rolldown.CodeSplittingGroup = { name: 'first', test: /web[\\/]console[\\/]nonce\.ts$/ }

const shopper = (file: string): string => join(root, 'web/shopper', file)

const screens = ['welcome', 'entrance', 'information', 'payment', 'token', 'missing']

/**
 * One file for each screen, and one with all that the shopper's entry needs and several screens share. It includes React's part for the
 * browser, which the entry starts a moment later. Without this, each small shared module becomes a file of its own (15 requests for the
 * welcome). On a phone a request costs more than a kilobyte. The server finds a screen's file by its name (`screenKey`).
 */
function fewFiles(): Rolldown.CodeSplittingGroup[] {
  let files: Map<string, string> | undefined
  const fileOf = (id: string, context: Rolldown.ChunkingContext) => {
    files ??= filesOf(context)
    return files.get(id) ?? (/node_modules[\\/](?:react-dom|scheduler)[\\/]/.test(id) ? 'core' : null)
  }
  return [{ name: fileOf, debugName: 'few files' }]
}

/** Module → file. A part that is loaded later finds what it shares with one screen in that screen's file. */
function filesOf(context: Rolldown.ChunkingContext): Map<string, string> {
  const files = new Map<string, string>()
  for (const name of screens)
    for (const id of neededBy(shopper(`${name}/${name}.tsx`), context)) files.set(id, files.has(id) ? 'core' : `screen-${name}`)
  for (const id of neededBy(shopper('main.tsx'), context)) files.set(id, 'core')
  return files
}

/**
 * Parts that are loaded later import almost only files that are here already. So the wing needs neither a list of files for each part, nor
 * Vite's code that loads them together with it (`plainImports`): that would be half a kilobyte before the first press.
 */
const withoutPreloads: BuildEnvironmentOptions = { modulePreload: { polyfill: false, resolveDependencies: () => [] } }

const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'shopper',
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load()' },
})

/**
 * The shopper wing is built once more for the server. In development the server itself runs this configuration in middleware mode
 * (`server/dev.ts`).
 */
export default defineConfig(({ command }) => ({
  root,
  // Without its link to the developer tools, React is smaller by a quarter of a kilobyte.
  ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
  publicDir: false,
  appType: 'custom',
  plugins: [inlineScripts(), plainImports(), react()],
  builder: {},
  // The embedded database and the leftovers of tests change all the time.
  server: { watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**', '**/server/**'] } },
  // Otherwise Vite finds these files by scanning, which reloads the first page of a fresh clone half-way.
  optimizeDeps: { entries: ['web/console/main.tsx', 'web/shopper/main.tsx'] },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    // The name `client` is Vite's; in development it serves both wings. Vite's own target moves on with the years.
    client: wing('console', [first], { target: oldestWithTvs }),
    ...(command === 'build' && { shopper: wing('shopper', fewFiles(), { ...withoutPreloads, target: oldest }) }),
    ssr: {
      // In the build, everything goes into one file. In development that breaks CommonJS packages ("require is not defined").
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: 'dist/ssr',
        // The style sheet is put into every document.
        cssMinify: true,
        cssTarget: oldest,
        emptyOutDir: false,
        rolldownOptions: { input: { shopper: 'web/shopper/render.tsx' }, output: { entryFileNames: '[name].js', codeSplitting: false } },
      },
    },
  },
}))
