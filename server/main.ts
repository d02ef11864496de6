import { readConfig } from './config.ts'
import { builtWeb } from './http/pages/built-web.ts'
import { run } from './process.ts'

await run(
  () => readConfig(process.env, process.argv.slice(2)),
  () => builtWeb(`${import.meta.dirname}/..`),
)
