import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureInstalled, root, run } from './launch.mjs'

/* Everything that must hold before a change lands, from the quickest check to the slowest. */

const results = join(root, 'node_modules', '.reports')
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const [vitest, clients, playwright] = ['vitest', 'clients', 'playwright'].map((name) => join(results, `${name}.json`))

const legacy = join(results, 'openapi-3.0.json')

ensureInstalled()
process.chdir(root)
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

/** @type {{ name: string, args: string[], env?: Record<string, string> }[]} */
const steps = [
  { name: 'types', args: [bin('typescript', 'tsc'), '-p', '.'] },
  { name: 'lint', args: [bin('oxlint', 'oxlint'), '--type-aware', '--quiet'] },
  { name: 'sizes and imports', args: ['scripts/check.ts'] },
  { name: 'openapi.json is up to date', args: ['scripts/openapi.ts', '--check', `--legacy=${legacy}`] },
  {
    name: 'the API documents are valid',
    args: [bin('@redocly/cli', 'redocly'), 'lint', 'openapi.json', legacy],
    env: quiet,
  },
  { name: 'server and rules', args: [...runVitest(vitest), '--project=!clients'] },
  { name: 'clients in other languages', args: [...runVitest(clients), '--project=clients'] },
  { name: 'browser', args: ['scripts/test-browser.mjs'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwright } },
]

/** @type {string[]} */
const broken = []
for (const { name, args, env } of steps) {
  console.log(`\n— ${name}`)
  if ((await run(args, env)) !== 0) broken.push(name)
}

const { passed, failed, skipped } = countTests()
if (broken.length > 0) console.error(`\nNot in order: ${broken.join(', ')}`)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = broken.length > 0 || failed > 0 || passed === 0 ? 1 : 0

/** @param {string} report */
function runVitest(report) {
  return [bin('vitest', 'vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`]
}

function countTests() {
  const [ofServer, ofClients, ofBrowser] = [vitest, clients, playwright].map((file) =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {},
  )
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = ofBrowser.stats ?? {}
  const sum = (count) => (ofServer[count] ?? 0) + (ofClients[count] ?? 0)
  return {
    passed: sum('numPassedTests') + expected + flaky,
    failed: sum('numFailedTests') + unexpected,
    skipped: sum('numPendingTests') + skipped,
  }
}
