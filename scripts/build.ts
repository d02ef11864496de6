import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { budgetLines } from './budget.ts'

/**
 * Builds both wings for the browser (`dist/client`) and the shopper wing for the server (`dist/ssr`), and compresses what is served. Fails
 * if the shopper's first screen is over its budget. `npm run build`
 */

// Before Vite is loaded, because React chooses its development or production part by it.
process.env.NODE_ENV = 'production'
const root = join(import.meta.dirname, '..')
const started = performance.now()

rmSync(join(root, 'dist'), { recursive: true, force: true })
const { createBuilder } = await import('vite')
const builder = await createBuilder({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
await builder.buildApp()

/** Below this number of bytes a compressed copy saves no packet. */
const WORTH_COMPRESSING = 256
const served = join(root, 'dist/client/static')
const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)]
// All at once, so that every core takes part: the best quality of brotli is slow.
await Promise.all(
  readdirSync(served, { recursive: true, withFileTypes: true }).map(async (entry) => {
    if (!entry.isFile() || !['.js', '.css', '.svg'].includes(extname(entry.name))) return
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < WORTH_COMPRESSING) return
    const [br, gz] = await Promise.all([
      brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzipped(bytes, { level: 9 }),
    ])
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
  }),
)

const { lines, over } = budgetLines(join(root, 'dist/client'))
console.log(lines.join('\n'))
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
if (over) {
  // The build has failed: without this file, `npm start` does not take it for a good one.
  rmSync(join(root, 'dist/client/shopper.json'))
  process.exit(1)
}
