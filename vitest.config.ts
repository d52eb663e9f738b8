import { defineConfig } from 'vitest/config'

/** What concerns SQLite alone: its query planner, and the one connection that all writes share there. */
const SQLITE_ONLY = ['server/query-plans.test.ts', 'server/write.test.ts']

/** What concerns PostgreSQL alone: several processes on one database, and a database that goes away. */
const POSTGRES_ONLY = ['server/{database-lost,fleet,fleet-start}.test.ts']

/** What asks no server that a proxy could stand before: processes of their own, their end, and parts without a server. */
const WITHOUT_HTTP = [
  'server/{config,durability,inputs,shutdown,start}.test.ts',
  'server/test-reports/{is-complete,killed-upload}.test.ts',
  'server/test-reports/readers/**',
]

function onPostgres(env: Record<string, string> = {}) {
  return { globalSetup: 'scripts/postgres/test-setup.ts', env: { TEST_DATABASE: 'postgres', ...env } }
}

export default defineConfig({
  test: {
    root: '.',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['{shared,server,client,migrations,scripts,src}/**/*.test.ts'], exclude: POSTGRES_ONLY },
      },
      {
        extends: true,
        test: { name: 'postgres', include: ['{server,migrations}/**/*.test.ts'], exclude: SQLITE_ONLY, ...onPostgres() },
      },
      {
        extends: true,
        test: {
          name: 'three servers',
          include: ['server/**/*.test.ts'],
          exclude: [...SQLITE_ONLY, ...POSTGRES_ONLY, ...WITHOUT_HTTP],
          ...onPostgres({ TEST_SERVERS: '3' }),
        },
      },
    ],
  },
})
