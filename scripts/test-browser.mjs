import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { bin, run } from './launch.mjs'

/*
 * Runs the fast browser tests, or with --looks the tests of accessibility and pictures. Passes other arguments to
 * Playwright. Installs Chromium if it is missing.
 */

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]

const given = process.argv.slice(2).map((argument) => (argument === '--looks' ? '--project=looks' : argument))
const passedOn = given.some((argument) => argument.startsWith('--project')) ? given : ['--project=fast', ...given]
const reporters = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 'list,json' : 'list'

const browser = findChromium() ?? installChromium()
if (browser === undefined) {
  console.error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
  process.exit(1)
}
process.exitCode = await run([bin('@playwright/test', 'playwright'), 'test', `--reporter=${reporters}`, ...passedOn], {
  CHROMIUM_PATH: browser,
})

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
