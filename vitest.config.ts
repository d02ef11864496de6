import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** ENGINE=postgres runs the server's tests on the PostgreSQL at TEST_DATABASE_URL; without it they run on the embedded engine. */
const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite'

/**
 * What the edge does with headers, probes, logs, wrong bodies, forgeries and posters is the same on every engine, and so are limits that a
 * node counts, the table of who may call what, papers as they are printed, the demo with its vendors, and settings that a server refuses: seen
 * once, on the embedded one. The walls between tenants (`tests/tenants/tenants`, `server/db/wall`) are seen on both.
 */
const onceIsEnough =
  engine === 'postgres'
    ? [
        'server/http/**',
        'server/kit/**',
        'tests/edge/{bad-input,edge,headers,log,manners,openapi,probes,production,reports,session-limits}.test.ts',
        'tests/tenants/{matrix,matrix-*,two-credentials}.test.ts',
        'tests/proofs/{shutdown,siege,with-vendors}.test.ts',
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
    'tests/proofs/{backup,history,modes,shutdown,growth,superadmin,crash,idempotency-crash,fail-points}.test.ts',
    'tests/edge/!(production|shared-limits).test.ts',
    'tests/tenants/{tenants,matrix,matrix-*}.test.ts',
    'server/!(db)/**',
    'server/*.test.ts',
    'tests/stories/{accounts,audit,displays,malls,media,money,poster,quotas,shops}/**',
    'tests/stories/payments/{every-order,forged,lost-orders,receipt-pages,settlements,vendor-matters}.test.ts',
    'tests/proofs/{vendor-crash,vendor-fail-points}.test.ts',
  ]
}

/** The longest first: one that begins last keeps a core idle. */
const longest = [
  'backup',
  'rivals',
  'history',
  'nodes',
  'crash',
  'modes',
  'growth',
  'fail-points',
  'superadmin',
  'bad-input',
  'matrix',
  'vendor-fail-points',
  'vendor-crash',
  'with-vendors',
  'lost-orders',
  'forged',
  'every-order',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** The end of a run on a build machine shows only the message of a failure, so a message says all of what it found. */
const chaiConfig = { truncateThreshold: 4000 }

export default defineConfig({
  test: {
    // One for each core of a small machine: with more, the proofs with several processes run into their limits of time.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
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
          // properties are many runs, and the machine may be busy
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          chaiConfig,
          include: ['server/**/*.test.ts', 'tests/{edge,proofs,stories,tenants}/**/*.test.ts'],
          exclude: ['**/{rules,*-rules}.test.ts', ...onceIsEnough, ...notBehindPooler],
          globalSetup: 'tests/support/server/global-setup.ts',
          provide: { engine },
          // Files of a worker share their modules. Above all they share the compiled WebAssembly of the embedded engine, whose optimization
          // takes a third of the time otherwise.
          isolate: false,
          // a busy machine takes ten times as long as a quiet one
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'fuzz',
          chaiConfig,
          include: ['tests/fuzz/*.test.ts'],
          globalSetup: 'tests/support/server/global-setup.ts',
          provide: { engine },
          testTimeout: 30_000,
        },
      },
    ],
  },
})
