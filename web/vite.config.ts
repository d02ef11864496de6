import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        rolldownOptions: {
          input: { console: 'web/console/main.tsx', shopper: 'web/shopper/main.tsx' },
          output: {
            entryFileNames: 'static/js/[name]-[hash].js',
            chunkFileNames: 'static/js/[name]-[hash].js',
            assetFileNames: 'static/media/[name]-[hash][extname]',
            // One chunk for React, which both wings load: without it small pieces are shared crosswise, one request more.
            codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|preload-helper/ }] },
          },
        },
      },
    },
    ssr: {
      // Everything into one file in the build; in development that breaks CommonJS packages ("require is not defined").
      resolve: command === 'build' ? { noExternal: true } : {},
      build: {
        outDir: 'dist/ssr',
        rolldownOptions: { input: { shopper: 'web/shopper/render.tsx' }, output: { entryFileNames: '[name].js' } },
      },
    },
  },
}))
