import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['src/testing/**/*.test.ts', '{shared,server,client,migrations,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
