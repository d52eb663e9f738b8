import { defineConfig } from 'vitest/config'

/* A test of `*.sqlite.test.ts` or `*.postgres.test.ts` concerns that engine alone; the server's others run on both. */

export default defineConfig({
  test: {
    root: '.',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['{shared,server,client,migrations,scripts,src}/**/*.test.ts'],
          exclude: ['**/*.postgres.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['{server,migrations}/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts'],
          globalSetup: 'scripts/postgres/test-setup.ts',
        },
      },
    ],
  },
})
