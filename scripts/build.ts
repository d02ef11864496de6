import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { budgetLines } from './budget.ts'

/**
 * Builds both wings for the browser (`dist/client`) and the shopper wing for the server (`dist/ssr`), compresses what is
 * served, and fails where the shopper's first screen is over its budget. No arguments; run it with `npm run build`.
 */

// Before Vite is loaded: React chooses its development half by it.
process.env.NODE_ENV = 'production'
const root = join(import.meta.dirname, '..')
const started = performance.now()

rmSync(join(root, 'dist'), { recursive: true, force: true })
const { createBuilder } = await import('vite')
const builder = await createBuilder({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
await builder.buildApp()

/** Below this many bytes a compressed copy saves no packet. */
const WORTH_COMPRESSING = 256
const served = join(root, 'dist/client/static')
for (const entry of readdirSync(served, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !['.js', '.css', '.svg'].includes(extname(entry.name))) continue
  const file = join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < WORTH_COMPRESSING) continue
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

const { lines, over } = budgetLines(join(root, 'dist/client'))
console.log(lines.join('\n'))
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
if (over) {
  // An over-budget build is no build: `npm start` must not find it and take it for a good one.
  rmSync(join(root, 'dist/client/shopper.json'))
  process.exit(1)
}
