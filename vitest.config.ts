import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['{shared,server,client,migrations,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
