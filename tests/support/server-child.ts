// The product as a process of its own, with pages that take as many milliseconds as their `counter` says, so that a test can stop it meanwhile.
import { readConfig } from '../../server/config.ts'
import { pause } from '../../server/kit/clock.ts'
import { run } from '../../server/process.ts'

await run(
  () => readConfig(process.env, process.argv.slice(2)),
  () => ({
    render: async ({ counter, screen }) => {
      await pause(Number(counter ?? 0))
      return { html: `<main>${screen}</main>`, css: '', title: screen }
    },
    head: () => '',
    register: async () => {},
  }),
)
