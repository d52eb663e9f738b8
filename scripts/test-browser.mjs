import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { bin, run } from './launch.mjs'

/* The browser tests, in a Chromium that is installed here, or that can be installed. */

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

const reporters = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 'list,json' : 'list'

const browser = findChromium() ?? installChromium()
if (browser === undefined) {
  console.error('The browser tests need a Chromium: install one, or name it in CHROMIUM_PATH')
  process.exit(1)
}
process.exitCode = await run(
  [bin('@playwright/test', 'playwright'), 'test', `--reporter=${reporters}`, ...process.argv.slice(2)],
  {
    CHROMIUM_PATH: browser,
  },
)

/** @returns {string | undefined} */
function findChromium() {
  return [process.env.CHROMIUM_PATH, ...CANDIDATES].find((path) => path !== undefined && existsSync(path))
}

/** Debian's package when we are root on Debian, else Playwright's own build. */
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
