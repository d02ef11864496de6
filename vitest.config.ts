import { defineConfig } from 'vitest/config'

/** ENGINE=postgres runs the server's tests on the PostgreSQL at TEST_DATABASE_URL; without it they run on the embedded engine. */
const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite'

/**
 * What the edge does with headers, probes, logs, wrong bodies, forgeries and posters is the same on every engine, and so are limits that a
 * node counts, the table of who may call what, papers as they are printed, and settings that a server refuses: seen once, on the embedded
 * one. The walls between tenants (`tests/tenants/tenants`, `server/db/wall`) are seen on both.
 */
const onceIsEnough =
  engine === 'postgres'
    ? [
        'server/http/**',
        'server/kit/**',
        'tests/edge/{bad-input,edge,headers,log,manners,openapi,probes,production,reports,session-limits}.test.ts',
        'tests/tenants/{matrix,matrix-*,two-credentials}.test.ts',
        'tests/stories/payments/{forged,lost-orders,receipt-pages}.test.ts',
        'tests/stories/poster/**',
      ]
    : []

/**
 * Left out behind a pooler: tests that make their own servers, commands or databases, those that ask for every call once more, and those of
 * the edge, of single parts, of vendors and of the office, which use a connection as every story does. The others cover the stories of shoppers and of
 * the desk, screens, workers and races.
 */
const notBehindPooler = (process.env.TEST_POOLER_URL ?? '') === '' ? [] : unpooled()

function unpooled(): string[] {
  return [
    'tests/edge/!(production|shared-limits).test.ts',
    'tests/tenants/{tenants,matrix,matrix-*}.test.ts',
    'server/!(db)/**',
    'server/*.test.ts',
    'tests/stories/{accounts,audit,displays,malls,media,money,poster,quotas,shops}/**',
    'tests/stories/payments/{every-order,forged,lost-orders,receipt-pages,settlements,vendor-matters}.test.ts',
  ]
}

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
          include: ['server/**/*.test.ts', 'tests/{edge,stories,tenants}/**/*.test.ts'],
          exclude: ['**/{rules,*-rules}.test.ts', ...onceIsEnough, ...notBehindPooler],
          ...onAnEngine,
        },
      },
      {
        test: {
          name: 'proof',
          chaiConfig,
          include: ['tests/proofs/**/*.test.ts'],
          ...onAnEngine,
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
