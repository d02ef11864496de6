// The product as a process of its own, with pages that take as many milliseconds as their `counter` says, so that a test can stop it meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../server/config.ts'
import { run } from '../../server/process.ts'
import { noWeb } from './no-web.ts'

// A test run that dies leaves no server behind.
process.on('disconnect', () => process.exit(1))

await run(
  () => readConfig(process.env, process.argv.slice(2)),
  () => ({
    ...noWeb,
    render: async (data) => {
      await pause(Number(data.counter ?? 0))
      return noWeb.render(data)
    },
  }),
)
