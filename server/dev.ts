import { join } from 'node:path'
import { readConfig } from './config.ts'
import { devWeb } from './http/pages/dev-web.ts'
import { run } from './process.ts'

/** Like `main.ts`, but it serves the web from its sources. `npm run dev` restarts it when a file of the server changes. */
await run(
  () => readConfig(process.env, process.argv.slice(2)),
  () => devWeb(join(import.meta.dirname, '..')),
)
