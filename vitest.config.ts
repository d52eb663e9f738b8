import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['{shared,server,client,migrations,scripts,src}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
