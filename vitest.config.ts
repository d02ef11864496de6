import { defineConfig } from 'vitest/config'

/** ENGINE=postgres runs the server's tests on the PostgreSQL at TEST_DATABASE_URL; without it they run on the embedded engine. */
const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite'

/** The end of a run on a build machine shows only the message of a failure, so a message says all of what it found. */
const chaiConfig = { truncateThreshold: 4000 }

/** The server's tests start the product, on the engine of this run. */
const onAnEngine = {
  globalSetup: 'tests/support/server/global-setup.ts',
  provide: { engine },
  // Files of a worker share their modules. Above all they share the compiled WebAssembly of the embedded engine, whose optimization takes
  // a third of the time otherwise.
  isolate: false,
  // No test is about seconds: a busy machine takes ten times as long as a quiet one.
  testTimeout: 120_000,
  hookTimeout: 180_000,
} as const

export default defineConfig({
  test: {
    // One for each core of a small machine: with more, the proofs with several processes run into their limits of time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          chaiConfig,
          include: [
            'contract/**/*.test.ts',
            'texts/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
            'server/**/{rules,*-rules}.test.ts',
            'tests/*.test.ts',
            'tests/{history,support}/**/*.test.ts',
          ],
          isolate: false,
          // A property is many runs.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          chaiConfig,
          // What the edge does with a request is the same on every engine.
          include: ['server/**/*.test.ts', `tests/{stories,tenants${engine === 'pglite' ? ',edge' : ''}}/**/*.test.ts`],
          exclude: ['**/{rules,*-rules}.test.ts'],
          ...onAnEngine,
        },
      },
      {
        test: {
          name: 'proof',
          chaiConfig,
          include: ['tests/proofs/**/*.test.ts'],
          ...onAnEngine,
          // A proof makes thousands of calls, or starts a dozen servers.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          chaiConfig,
          include: ['tests/fuzz/*.test.ts'],
          globalSetup: 'tests/support/server/global-setup.ts',
          provide: { engine },
          testTimeout: 120_000,
        },
      },
    ],
  },
})
