import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** ENGINE=postgres runs the server's tests on the PostgreSQL at TEST_DATABASE_URL; without it they run on the embedded engine. */
const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite'

/** What the edge does with headers, probes, logs and posters is the same on every engine: seen once, on the embedded one. */
const onceIsEnough =
  engine === 'postgres'
    ? ['server/http/**', 'server/kit/**', 'tests/server/edge*.test.ts', 'tests/server/openapi.test.ts', 'tests/server/poster.test.ts']
    : []

/** The longest first: one that begins last is waited for by idle cores. */
const longest = ['history', 'rivals', 'backup', 'nodes', 'crash', 'superadmin']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`tests/server/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    // A file of the server project holds an embedded database of several hundred megabytes. On PostgreSQL it does not, and often waits.
    maxWorkers: engine === 'postgres' ? 3 : 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'texts/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
            'server/**/rules.test.ts',
            'tests/*.test.ts',
            'tests/history/*.test.ts',
          ],
          isolate: false,
          // properties are many runs, and the machine may be busy
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: ['**/rules.test.ts', ...onceIsEnough],
          globalSetup: 'tests/support/global-setup.ts',
          provide: { engine },
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          include: ['tests/fuzz/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          provide: { engine },
          testTimeout: 30_000,
        },
      },
    ],
  },
})
