import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureBuilt, ensureInstalled, root, run } from './launch.mjs'

/* Everything that must hold before a change lands, from the quickest check to the slowest. */

const results = join(root, 'test-results')
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const reports = ['vitest', 'playwright'].map((name) => join(results, `${name}.json`))

ensureInstalled()
process.chdir(root)
rmSync(results, { recursive: true, force: true })

const steps = [
  ['types', [bin('typescript', 'tsc'), '-p', '.']],
  ['lint', [bin('oxlint', 'oxlint'), '--type-aware', '--quiet']],
  ['sizes and imports', ['scripts/check.ts']],
  ['openapi.json is up to date', ['scripts/openapi.ts', '--check']],
  ['openapi.json is valid', [bin('@redocly/cli', 'redocly'), 'lint', 'openapi.json'], quiet],
  ['server and rules', [bin('vitest', 'vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${reports[0]}`]],
  ['browser', ['scripts/test-browser.mjs'], { PLAYWRIGHT_JSON_OUTPUT_FILE: reports[1] }],
]

const broken = []
for (const [name, args, env] of steps) {
  console.log(`\n— ${name}`)
  if (name === 'browser') ensureBuilt()
  if ((await run(args, env)) !== 0) broken.push(name)
}

const { passed, failed, skipped } = countTests()
if (broken.length > 0) console.error(`\nNot in order: ${broken.join(', ')}`)
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exitCode = broken.length > 0 || failed > 0 || passed === 0 ? 1 : 0

function countTests() {
  const [vitest, playwright] = reports.map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}))
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = playwright.stats ?? {}
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = vitest
  return { passed: numPassedTests + expected + flaky, failed: numFailedTests + unexpected, skipped: numPendingTests + skipped }
}
