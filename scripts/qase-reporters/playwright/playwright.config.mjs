import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  retries: 1,
  workers: 1,
  outputDir: 'test-results',
  reporter: [['playwright-qase-reporter', { mode: 'testops', testops: { uploadAttachments: true } }]],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROME_BIN, args: ['--no-sandbox'] },
  },
})
