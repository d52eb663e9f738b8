import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The tag of further variants of a behaviour, and of rare paths. */
const VARIANT = /@variant/

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const ARGS = [
  '--no-sandbox',
  '--process-per-site',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A page of a test lives for seconds: compiling its hot functions costs a tenth more than it saves. */
const NO_OPTIMIZERS = '--js-flags=--no-opt --no-maglev'

const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined)

const launch = (args: string[]) => ({ ...(executablePath !== undefined && { executablePath }), args })
const short = { launchOptions: launch([...ARGS, NO_OPTIMIZERS]) }

export default defineConfig({
  testDir: 'src',
  projects: [
    { name: 'fast', testMatch: '**/*.e2e.ts', grepInvert: VARIANT, use: short },
    { name: 'variants', testMatch: '**/*.e2e.ts', grep: VARIANT, use: short },
    // Part of test:slow: axe and pictures of each screen state, and projects of 10,000 cases.
    { name: 'looks', testMatch: '**/*.{looks,load}.ts', timeout: 300_000 },
  ],
  globalSetup: './src/testing/build.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A retry would hide a bug of the product.
  retries: 0,
  // Generous, because the machine may be busy.
  timeout: 90_000,
  // Less than the 15 s polling interval of a page without a stream, so that live tests prove the stream.
  expect: { timeout: 12_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: launch(ARGS),
  },
})
