import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackages, mayInstall, run } from './debian.mjs'
import { bin } from './launch.mjs'

/* The browser for the tests. */

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

/** The path of Chromium, installed if missing. */
export const ensureChromium = () => findChromium() ?? installChromium()

/** @returns {string | undefined} */
function findChromium() {
  return [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path !== undefined && existsSync(path))
}

/** Root on Debian installs the package; otherwise Playwright downloads its own build. */
function installChromium() {
  console.log('Installing Chromium …')
  if (mayInstall()) installPackages(['chromium', 'fonts-noto-core', 'fonts-noto-color-emoji'])
  else run(process.execPath, [bin('@playwright/test', 'playwright'), 'install', 'chromium'])
  return findChromium()
}
