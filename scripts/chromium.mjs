import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackages, mayInstall, run } from './debian.mjs'
import { bin } from './launch.mjs'

/* The browser for the tests. */

/** Chromium without a window needs three quarters of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const CANDIDATES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

/** The path of Chromium. Root on Debian installs the package; otherwise Playwright downloads its own build. */
export function ensureChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && existsSync(given)) return given
  if (!existsSync(SHELL) && mayInstall()) {
    console.log('Installing Chromium …')
    installPackages(['chromium-headless-shell', 'fonts-noto-core', 'fonts-noto-color-emoji'])
  }
  if (find() === undefined) run(process.execPath, [bin('@playwright/test', 'playwright'), 'install', 'chromium'])
  return find()
}

const find = () => CANDIDATES.find((path) => existsSync(path))
