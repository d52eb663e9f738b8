import { ensureChromium } from './chromium.mjs'
import { bin, run } from './launch.mjs'

/* Runs the fast browser tests, or with --looks accessibility, with pictures. Passes on other arguments. */

const given = process.argv.slice(2).map((argument) => (argument === '--looks' ? '--project=looks' : argument))
const passedOn = given.some((argument) => argument.startsWith('--project')) ? given : ['--project=fast', ...given]
const reporters = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 'list,json' : 'list'

const browser = ensureChromium()
if (browser === undefined) {
  console.error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
  process.exit(1)
}
process.exitCode = await run([bin('@playwright/test', 'playwright'), 'test', `--reporter=${reporters}`, ...passedOn], {
  CHROMIUM_PATH: browser,
  NODE_ENV: 'production',
  ...(process.argv.includes('--looks') && { PICTURES: '1' }),
})
