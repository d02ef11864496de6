import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** ENGINE=postgres runs the server's tests on the PostgreSQL at TEST_DATABASE_URL; without it they run on the embedded engine. */
const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'pglite'

/**
 * What the edge does with headers, probes, logs and posters is the same on every engine, and so are limits that a node counts in its memory:
 * seen once, on the embedded one.
 */
const onceIsEnough =
  engine === 'postgres'
    ? [
        'server/http/**',
        'server/kit/**',
        'tests/edge/{edge,headers,log,manners,openapi,probes,production,reports,session-limits}.test.ts',
        'tests/proofs/siege.test.ts',
        'tests/stories/poster/**',
      ]
    : []

/**
 * Left out behind a pooler: tests that make their own servers, commands or databases, those that ask for every call once more, and those of
 * the edge, of single parts and of the office, which use a connection as every story does. The others cover the stories of shoppers and of
 * the desk, screens, workers and races.
 */
const notBehindPooler = (process.env.TEST_POOLER_URL ?? '') === '' ? [] : unpooled()

function unpooled(): string[] {
  return [
    'tests/proofs/{backup,history,modes,shutdown,growth,superadmin,crash,fail-points}.test.ts',
    'tests/edge/!(production|shared-limits).test.ts',
    'tests/tenants/{tenants,matrix,matrix-*}.test.ts',
    'server/!(db)/**',
    'server/*.test.ts',
    'tests/stories/{accounts,audit,displays,malls,media,poster,quotas,shops}/**',
  ]
}

/** The longest first: one that begins last keeps a core idle. */
const longest = ['backup', 'rivals', 'history', 'nodes', 'crash', 'modes', 'growth', 'fail-points', 'superadmin']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`tests/proofs/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    // One for each core of a small machine: with more, the proofs with several processes run into their limits of time.
    maxWorkers: 2,
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
            'server/**/{rules,*-rules}.test.ts',
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
          include: ['tests/fuzz/*.test.ts'],
          globalSetup: 'tests/support/server/global-setup.ts',
          provide: { engine },
          testTimeout: 30_000,
        },
      },
    ],
  },
})
