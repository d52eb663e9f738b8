import { defineConfig } from 'vitest/config'

/* A test of `*.sqlite.test.ts` or `*.postgres.test.ts` concerns that engine alone; the server's others run on both. */

/** What asks no database. */
const WITHOUT_DATABASE = [
  'server/config.test.ts',
  'server/tests/inputs.test.ts',
  'server/test-reports/is-complete.test.ts',
  'server/test-reports/readers/**',
]

/** Generated clients have toolchains of their own, and a step of their own in `npm test`. */
const CLIENTS = 'scripts/generated-clients/**/*.test.ts'

/** What asks no server that a proxy could stand before: processes of their own, their end, and parts without a server. */
const WITHOUT_HTTP = [
  ...WITHOUT_DATABASE,
  // Refused before anything is written, on each server alike; and a dump of all tables after each call takes its time.
  'server/tests/bad-input.test.ts',
  // A stream that is taken up again where it was lost, by the process that it came from, and how many one process has.
  'server/live/{live-run,live-stream,run-screen}.test.ts',
  'server/{database/durability,tests/start,tests/stop}.test.ts',
  'server/test-reports/killed-upload.test.ts',
]

function onPostgres(env: Record<string, string> = {}) {
  return { globalSetup: 'scripts/postgres/test-setup.ts', env: { TEST_DATABASE: 'postgres', ...env } }
}

export default defineConfig({
  test: {
    root: '.',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{shared,server,client,migrations,scripts,src}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.postgres.test.ts', CLIENTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['{server,migrations}/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts', ...WITHOUT_DATABASE],
          ...onPostgres(),
        },
      },
      {
        extends: true,
        test: {
          name: 'three servers',
          include: ['server/**/*.test.ts'],
          exclude: ['**/*.{sqlite,postgres}.test.ts', ...WITHOUT_HTTP],
          ...onPostgres({ TEST_SERVERS: '3' }),
        },
      },
      { extends: true, test: { name: 'clients', include: [CLIENTS] } },
    ],
  },
})
