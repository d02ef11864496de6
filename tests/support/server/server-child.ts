// The product as a separate process. A page takes as many milliseconds as its `counter` says, so that a test can stop the process while a
// page is in flight.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { run } from '#server/process.ts'
import { noWeb } from '#tests/support/server/no-web.ts'

// If the test run dies, no server stays behind.
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
