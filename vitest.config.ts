import { defineConfig } from 'vitest/config'

/** What concerns SQLite alone: the one connection that all writes share there. */
const SQLITE_ONLY = ['server/write.test.ts']

export default defineConfig({
  test: {
    root: '.',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
    projects: [
      { extends: true, test: { name: 'sqlite', include: ['{shared,server,client,migrations,scripts,src}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['{server,migrations}/**/*.test.ts'],
          exclude: SQLITE_ONLY,
          globalSetup: 'scripts/postgres/test-setup.ts',
        },
      },
    ],
  },
})
