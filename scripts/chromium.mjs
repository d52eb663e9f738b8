import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { bin } from './launch.mjs'

/* The browser of the tests. */

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

/** The path of Chromium. Installs it if it is missing. */
export const ensureChromium = () => findChromium() ?? installChromium()

/** @returns {string | undefined} */
function findChromium() {
  return [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path !== undefined && existsSync(path))
}

/** As root on Debian from its package, else Playwright's own build. */
function installChromium() {
  console.log('Installing Chromium …')
  if (isRootOnDebian()) {
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-noto-core',
      'fonts-noto-color-emoji',
    ])
  } else {
    attempt(process.execPath, [bin('@playwright/test', 'playwright'), 'install', 'chromium'])
  }
  return findChromium()
}

function attempt(command, args) {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function isRootOnDebian() {
  return (
    process.getuid?.() === 0 && existsSync('/etc/os-release') && /debian/i.test(readFileSync('/etc/os-release', 'utf8'))
  )
}
