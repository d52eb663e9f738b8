import { defineConfig } from 'vitest/config'

/* The lanes (scripts/test.mjs) pick from these projects. `*.sqlite.test.ts` and `*.postgres.test.ts` run on one engine. */

/** Compares every exchange of a test server with the OpenAPI document. */
const FOLLOW_DOCUMENT = 'server/testing/follow-document.ts'

/** Needs no database: pure functions. */
const RULES = [
  '{shared,src}/**/*.test.ts',
  'server/config.test.ts',
  'server/tests/inputs.test.ts',
  'server/test-reports/is-complete.test.ts',
  'server/test-reports/readers/**/*.test.ts',
]

/** Need the toolchains of other languages. */
const CLIENTS = 'scripts/generated-clients/**/*.test.ts'

/** Need the runners of the npm registry. */
const RUNNERS = 'scripts/runners/**/*.test.ts'

/** Too slow or too broad for a quick check: whole processes, and every call with every bad input. */
const WHOLE_PROCESSES = [
  'server/tests/{bad-input,killed-start,start,stop}.test.ts',
  'server/database/durability.test.ts',
  'server/test-reports/killed-upload.test.ts',
  'server/attachments/{many-uploads,no-orphans}.test.ts',
  'server/quality/killed-fold.test.ts',
  'server/deletions/killed-writes.test.ts',
  '{client,scripts}/**/*.test.ts',
]

/** Parts of the slow lane: they start many processes, and move, kill or pack what other tests cover in one process. */
const SLOW_PROCESSES = [
  'scripts/{db-move,restore,killed}.test.ts',
  'client/package/**/*.test.ts',
  'server/test-reports/killed-upload.test.ts',
]

/** Proves nothing more with three servers behind a proxy. */
const ONE_SERVER_ONLY = [
  'server/tests/access.test.ts',
  'server/tests/{bad-input,killed-start,start,stop}.test.ts',
  'server/database/{durability,query-plans}.test.ts',
  'server/openapi/**',
  'server/http/{browser-app,path-prefix}.test.ts',
  'server/test-reports/killed-upload.test.ts',
  'server/deletions/killed-writes.test.ts',
  'server/attachments/{many-uploads,no-orphans}.test.ts',
  'server/quality/{killed-fold,concurrent-folds}.test.ts',
  // Only the process that opened a stream can resume it; its limits count per process.
  'server/live/{live-run,live-stream,run-screen}.test.ts',
]

function onPostgres(env: Record<string, string> = {}) {
  return { globalSetup: 'scripts/postgres/test-setup.ts', env: { TEST_DATABASE: 'postgres', ...env } }
}

export default defineConfig({
  test: {
    root: '.',
    maxWorkers: 2,
    // Test files of a worker share its modules: loading them anew took a third of the time.
    isolate: false,
    // Only a hanging test reaches this: a busy machine may be ten times slower.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: RULES } },
      {
        extends: true,
        test: {
          name: 'sqlite',
          setupFiles: FOLLOW_DOCUMENT,
          include: ['{server,client,migrations,scripts}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.postgres.test.ts',
            CLIENTS,
            RUNNERS,
            ...RULES,
            ...excludedIn(['quick'], WHOLE_PROCESSES),
            ...excludedIn(['quick', 'test'], SLOW_PROCESSES),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          setupFiles: FOLLOW_DOCUMENT,
          include: ['server/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts', ...RULES],
          ...onPostgres(),
        },
      },
      {
        extends: true,
        test: {
          name: 'three servers',
          setupFiles: FOLLOW_DOCUMENT,
          include: ['server/**/*.test.ts'],
          exclude: ['**/*.{sqlite,postgres}.test.ts', ...RULES, ...ONE_SERVER_ONLY],
          ...onPostgres({ TEST_SERVERS: '3' }),
        },
      },
      { extends: true, test: { name: 'clients', include: [CLIENTS] } },
      { extends: true, test: { name: 'runners', include: [RUNNERS] } },
    ],
  },
})

/** The lanes leave these files out. */
function excludedIn(lanes: string[], files: string[]): string[] {
  return lanes.includes(process.env['TEST_LANE'] ?? '') ? files : []
}
