import { join } from 'node:path'
import { readConfig } from './config.ts'
import { devWeb } from './http/dev-web.ts'
import { run } from './process.ts'

/** The same process as `main.ts`, with the web from its sources; `npm run dev` restarts it when an edit touches the server. */
await run(
  () => readConfig(process.env, process.argv.slice(2)),
  () => devWeb(join(import.meta.dirname, '..')),
)
