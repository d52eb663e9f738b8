import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bin, ensureInstalled, root, run } from './launch.mjs'
import { countTests, dearestTests, failedTests, noTests } from './test-count.mjs'

/* The test lanes: node scripts/test.mjs [quick | test | slow]. `total` adds up the last results of test and slow. */

const reports = join(root, 'node_modules', '.reports')
const openApi30 = join(reports, 'openapi-3.0.json')

/** @typedef {{ name: string, args: string[], env?: Record<string, string>, report?: string }} Step */

/** @returns {Step[]} */
const staticChecks = () => [
  { name: 'format', args: [bin('prettier', 'prettier'), '--check', '--cache', '--log-level=warn', '.'] },
  { name: 'types', args: [bin('typescript', 'tsc'), '-p', '.', '--checkers', '1'] },
  { name: 'lint', args: [bin('oxlint', 'oxlint'), '--type-aware', '--quiet'] },
  { name: 'sizes, imports and dead code', args: ['scripts/check.ts'] },
  { name: 'openapi.json is current', args: ['scripts/openapi.ts', '--check', `--legacy=${openApi30}`] },
]

/**
 * The steps of each lane, in order. Steps in an inner list run in parallel.
 *
 * @type {Record<string, () => (Step | Step[])[]>}
 */
const LANES = {
  quick: () => [staticChecks(), vitest('rules', ['rules']), ...changedTests(), ...changedScreens()],
  test: () => [staticChecks(), validDocuments(), vitest('server', ['rules', 'sqlite']), browser(['fast'])],
  slow: () => [
    vitest('processes', ['processes']),
    vitest('postgres', ['postgres', 'three servers']),
    vitest('clients', ['clients', 'runners']),
    browser(['looks', 'variants']),
  ],
}

/** A file of a screen; the group is its folder. */
const SCREENS = /^(src\/(?:features\/[^/]+|ui|lib|early))\/.*\.(?:tsx?|css)$/

/** So many characters of its last errors name a step that failed without a failed test. */
const LAST_ERRORS = 600

const DEAREST = 10

const lane = process.argv[2] ?? 'test'
if (lane === 'total') printTotal()
else await runLane(lane)

/** @param {string} lane */
async function runLane(lane) {
  const steps = LANES[lane]
  if (!steps) throw new Error(`Unknown lane ${lane}. Lanes: ${Object.keys(LANES).join(', ')}`)
  ensureInstalled()
  process.chdir(root)
  for (const old of [lane, `${lane}.json`]) rmSync(join(reports, old), { recursive: true, force: true })
  mkdirSync(join(reports, lane), { recursive: true })
  const count = noTests()
  const failed = []
  const tests = []
  const times = []
  for (const group of steps()) {
    const ended = await Promise.all([group].flat().map((step) => runStep(step)))
    for (const { step, isOk, took, errors } of ended) {
      const result = countTests(step.report, isOk)
      for (const key of Object.keys(count)) count[key] += result[key]
      failed.push(...failedTests({ ...step, errors }, isOk))
      tests.push(...dearestTests(step.report))
      times.push(`${took}  ${step.name}`)
    }
  }
  printTimes(times, tests)
  writeFileSync(join(reports, `${lane}.json`), JSON.stringify({ ...count, names: failed }))
  printCount(count, failed)
}

/** @param {Step} step */
async function runStep(step) {
  const startedAt = Date.now()
  console.log(`\n— ${step.name}`)
  let errors = ''
  const keep = (/** @type {string} */ text) => (errors = (errors + text).slice(-LAST_ERRORS))
  const isOk = (await run(step.args, { TEST_LANE: lane, ...step.env }, 'inherit', keep)) === 0
  const took = seconds(Date.now() - startedAt)
  console.log(`${step.name}: ${isOk ? 'ok' : 'FAILED'}, ${took.trim()}`)
  return { step, isOk, took, errors }
}

/** @param {string[]} steps with their times @param {{ name: string, ms: number }[]} tests */
function printTimes(steps, tests) {
  console.log(`\nSteps:\n${steps.join('\n')}`)
  const dearest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, DEAREST)
  if (dearest.length > 0)
    console.log(`\nDearest tests:\n${dearest.map(({ name, ms }) => `${seconds(ms)}  ${name}`).join('\n')}`)
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`
}

/** @param {string[]} projects @param {string[]} files @returns {Step} */
function vitest(name, projects, files = []) {
  const report = join(reports, lane, `${name}.json`)
  const selected = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-report.ts', `--outputFile=${report}`]
  return { name: `${name} tests`, args: [bin('vitest', 'vitest'), 'run', ...selected, ...reporters, ...files], report }
}

/** @param {string[]} projects of playwright.config.ts @param {string[]} files @returns {Step} */
function browser(projects, files = []) {
  const name = projects.join(', ')
  const report = join(reports, lane, `${name}.json`)
  return {
    name: `browser tests (${name})`,
    args: ['scripts/test-browser.mjs', ...projects.map((project) => `--project=${project}`), ...files],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
  }
}

/** @returns {Step} */
function validDocuments() {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return { name: 'OpenAPI documents', args: [bin('@redocly/cli', 'redocly'), 'lint', 'openapi.json', openApi30], env }
}

function changedTests() {
  const folders = new Set(changedFiles(/^(server|migrations)\/.*\.ts$/).map((file) => dirname(file)))
  const tests = [...folders].flatMap((folder) => git('ls-files', `${folder}/*.test.ts`))
  const onSqlite = tests.filter((file) => !file.endsWith('.postgres.test.ts'))
  if (onSqlite.length === 0) return []
  const step = vitest('changed', ['sqlite'], onSqlite)
  return [{ ...step, args: [...step.args, '--passWithNoTests'] }]
}

function changedScreens() {
  const folders = new Set(changedFiles(SCREENS).map((file) => SCREENS.exec(file)?.[1] ?? ''))
  const tests = [...folders].flatMap((folder) => git('ls-files', `${folder}/*.e2e.ts`))
  return tests.length === 0 ? [] : [browser(['fast'], tests)]
}

/** @param {RegExp} wanted @returns {string[]} the files that differ from main */
function changedFiles(wanted) {
  const since = git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  const changed = git('diff', '--name-only', since)
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter((file) => wanted.test(file))
}

/** @param {string[]} args @returns {string[]} */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}

function printTotal() {
  const total = noTests()
  const failed = []
  for (const name of ['test', 'slow']) {
    const file = join(reports, `${name}.json`)
    const missing = { ...noTests(), failed: 1, names: [`npm run ${name}: it did not end`] }
    const count = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : missing
    for (const key of Object.keys(total)) total[key] += count[key]
    failed.push(...count.names)
  }
  printCount(total, failed)
}

/** @param {{ passed: number, failed: number, skipped: number }} count @param {string[]} names of the failed tests */
function printCount({ passed, failed, skipped }, names) {
  if (names.length > 0) console.log(`\nFailed:\n${names.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
