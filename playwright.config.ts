import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined)

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.e2e.ts',
  globalSetup: './src/testing/build.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A machine that others use too may be slow for once; what fails each time is wrong.
  retries: process.env['CI'] === undefined ? 0 : 2,
  timeout: 90_000,
  // Less than the 15 s after which a page without a stream asks again: what is live has to come before.
  expect: { timeout: 12_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // To record a trace costs a test a third of its time; what fails for once is recorded as it is tried again.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
