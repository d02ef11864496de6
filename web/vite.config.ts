import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions } from 'vite'

/** One wing for the browser. Each is built by itself: what they share is in both, so that neither loads what only the other needs. */
const wing = (name: string): EnvironmentOptions => ({
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
        // What two screens share goes into one file with what the entry needs: a request costs a phone more than a kilobyte.
        ...(name === 'shopper' && { codeSplitting: { groups: [{ name: 'parts', minShareCount: 2, test: /^(?!.*socket\.io|.*engine\.io).*$/ }] } }),
      },
    },
  },
})

/**
 * Two wings for the browser and the shopper wing once more for the server. In development the server itself runs this
 * configuration in middleware mode (`server/dev.ts`).
 */
export default defineConfig(({ command }) => ({
  root: join(import.meta.dirname, '..'),
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
    client: wing('console'),
    ...(command === 'build' && { shopper: wing('shopper') }),
    ssr: {
      // Everything into one file in the build; in development that breaks CommonJS packages ("require is not defined").
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: 'dist/ssr',
        emptyOutDir: false,
        rolldownOptions: { input: { shopper: 'web/shopper/render.tsx' }, output: { entryFileNames: '[name].js' } },
      },
    },
  },
}))
