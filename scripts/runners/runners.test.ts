import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../shared/errors.ts'
import { ensureChromium } from '../chromium.mjs'
import { installPackages, mayInstall } from '../debian.mjs'
import { readReport } from '../../server/test-reports/readers/testing.ts'

/* Runs the commands of client/REPORTERS.md and compares the reports with the runners' own counts. */

const here = import.meta.dirname
const DOCUMENT = readFileSync(join(here, '../../client/REPORTERS.md'), 'utf8')

/** The command that writes the report of a runner. */
function lineOf(runner: string): string {
  const section = DOCUMENT.slice(DOCUMENT.indexOf(`**${runner}**`))
  return /```sh\n(.*)\n/.exec(section)?.[1] ?? ''
}

/** An API that can die: newman then has requests without a response. */
let isDying = false
/** For Karma. */
const chromium = ensureChromium()
/** Builds the tests. Fails without GoogleTest. */
const GTEST = 'make -s -C ' + join(here, 'googletest') + " LDLIBS='-lgtest -lgtest_main -pthread' cart"
/** npm links no command for this package. */
const BATS = join(here, 'node_modules/bats/bin')

const server = createServer((_, res) => void (isDying ? res.destroy() : res.end('{}')))

beforeAll(async () => {
  const missing = Object.values(PROGRAMS).filter((program) => !hasProgram(program))
  if (mayInstall()) installPackages(missing.flatMap(({ packages }) => packages))
  if ((await exitCodeOf('node install.mjs', here)) !== 0) throw new Error('The runners could not be installed')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  writeCollection((server.address() as AddressInfo).port)
})
afterAll(() => server.close())

type Totals = { passed: number; failed: number; skipped: number; flaky?: number }
const ALL = { passed: 4, failed: 1, skipped: 2 }

type Program = { command: string; packages: string[] }

/** Runners outside the npm registry, from Debian packages or elsewhere. Missing ones are skipped. */
const PROGRAMS: Record<string, Program> = {
  prove: { command: 'prove', packages: ['perl'] },
  pytest: { command: 'pytest', packages: ['python3-pytest'] },
  CTest: { command: 'ctest', packages: ['cmake'] },
  PHPUnit: { command: 'phpunit', packages: ['phpunit'] },
  RSpec: { command: 'rspec', packages: ['ruby-rspec', 'ruby-rspec-junit-formatter'] },
  GoogleTest: { command: GTEST, packages: ['libgtest-dev', 'g++', 'make'] },
  Bun: { command: 'bun', packages: [] },
  Deno: { command: 'deno', packages: [] },
}

const VITEST_JSON = 'npx vitest run --reporter=json --outputFile=report.json'
const JEST_JUNIT = 'JEST_JUNIT_OUTPUT_FILE=report.xml npx jest --reporters=jest-junit'
const JEST_PROJECTS = 'JEST_JUNIT_SUITE_NAME="{displayName}" JEST_JUNIT_CLASSNAME="{filepath}"'
const NODE_TAP = 'node --test --test-reporter=tap --test-reporter-destination=report.tap'

describe.concurrent.each<[string, string, Totals, string?]>([
  // Vitest's reports omit earlier executions of a test.
  ['Vitest', 'vitest', { ...ALL, passed: 5 }],
  ['Vitest in JSON', 'vitest', { ...ALL, passed: 5 }, VITEST_JSON],
  ['Jest', 'jest', { ...ALL, passed: 5, flaky: 1 }],
  // jest-junit writes todo tests as passed ones.
  ['Jest in JUnit', 'jest', { passed: 6, failed: 1, skipped: 1 }, JEST_JUNIT],
  ['Playwright', 'playwright', { ...ALL, passed: 5, flaky: 1 }],
  ['Mocha', 'mocha', { ...ALL, passed: 5 }],
  ['Mocha in JSON', 'mocha', { ...ALL, passed: 5, flaky: 1 }],
  ['node:test', 'node', ALL],
  ['node:test in TAP', 'node', ALL, NODE_TAP],
  ['AVA', 'ava', ALL],
  // A skipped test of tape has no assertion.
  ['tape', 'tape', { ...ALL, skipped: 1 }],
  ['newman', 'newman', { passed: 2, failed: 1, skipped: 0 }],
  ['newman in JSON', 'newman', { passed: 2, failed: 1, skipped: 0 }],
  ['Jasmine', 'jasmine', ALL],
  ['Karma', 'karma', ALL],
  // A pending step fails the run.
  ['Cucumber.js', 'cucumber', { passed: 5, failed: 2, skipped: 1 }],
  ['Cucumber messages', 'cucumber', { ...ALL, passed: 5, flaky: 1 }],
  ['QUnit', 'qunit', ALL],
  // zora, bats and Deno have no todo tests.
  ['zora', 'zora', { ...ALL, skipped: 1 }],
  ['bats', 'bats', { ...ALL, skipped: 1 }],
  ['Bun', 'bun', { ...ALL, passed: 5 }],
  ['Deno', 'deno', { ...ALL, skipped: 1 }],
  ['prove', 'prove', ALL],
  ['pytest', 'pytest', ALL],
  ['CTest', 'ctest', ALL],
  ['PHPUnit', 'phpunit', ALL],
  ['RSpec', 'rspec', ALL],
  // GoogleTest has no todo tests.
  ['GoogleTest', 'googletest', { ...ALL, skipped: 1 }, `${GTEST} && ${lineOf('GoogleTest')}`],
])('the report of %s', (runner, folder, expected, line = lineOf(runner)) => {
  const runs = oncePerRunner(folder, line)
  const program = PROGRAMS[runner]

  test('has the tests that ran, and is red when the runner is', async ({ skip }) => {
    skip(program !== undefined && !hasProgram(program), `${runner} is not installed`)
    const { exitCode, report } = (await runs()).first
    expect(totalsOf(report)).toEqual({ error: 0, flaky: 0, ...expected })
    expect(exitCode).not.toBe(0)
  })

  test('has the same names when the tests run again', async ({ skip }) => {
    skip(program !== undefined && !hasProgram(program), `${runner} is not installed`)
    const { first, second } = await runs()
    expect(namesIn(second.report)).toEqual(namesIn(first.report))
  })

  test('is never green when the runner dies in the middle', async ({ skip }) => {
    skip(program !== undefined && !hasProgram(program), `${runner} is not installed`)
    const { exitCode, report } = (await runs()).crashed
    expect(exitCode).not.toBe(0)
    const totals = totalsOf(report)
    if (totals) expect(totals.failed + totals.error).toBeGreaterThan(0)
  })
})

test.concurrent.each([
  ['Vitest', 'vitest', 'npx vitest run --config projects.config.mjs'],
  ['Jest', 'jest', `${JEST_PROJECTS} ${JEST_JUNIT} --config projects.config.json`],
])('a file that runs in two projects of %s has its tests in both', async (_, folder, line) => {
  const { report } = await inTurn(folder, async () => await run(folder, line))
  const names = namesIn(report)
  const [unit, page] = ['unit', 'page'].map((project) => names.filter((name) => name.split(' › ').includes(project)))
  expect(unit).toHaveLength(8)
  expect(page).toEqual(unit?.map((name) => name.replace('unit', 'page')))
  expect(names).toHaveLength(16)
})

function hasProgram({ command }: Program): boolean {
  const line = command.includes(' ') ? command : `${command} --version`
  return spawnSync(line, { shell: true, stdio: 'ignore' }).status === 0
}

/** Runners work in parallel; runs in the same folder are queued. */
const working = new Map<string, Promise<unknown>>()

function inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const done = (working.get(folder) ?? Promise.resolve()).then(work)
  working.set(
    folder,
    done.catch(() => {}),
  )
  return done
}

function oncePerRunner(folder: string, line: string) {
  const all = async () => ({
    first: await run(folder, line),
    second: await run(folder, line),
    crashed: await run(folder, line, { CRASH: '1' }),
  })
  let runs: ReturnType<typeof all> | undefined
  return () => (runs ??= inTurn(folder, all))
}

/** `report` is undefined if the runner wrote none. */
async function run(folder: string, line: string, env: Record<string, string> = {}) {
  const cwd = join(here, folder)
  for (const file of globSync('report.*', { cwd })) rmSync(join(cwd, file))
  if (folder === 'newman') isDying = 'CRASH' in env
  const exitCode = await exitCodeOf(line.replace("'test/**/*.js'", 'cart.cjs'), cwd, env)
  const [file] = globSync('report.*', { cwd })
  return { exitCode, report: file === undefined ? undefined : readFileSync(join(cwd, file)) }
}

async function exitCodeOf(line: string, cwd: string, env: Record<string, string> = {}): Promise<number> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_(?!EXTRA_CA_CERTS)|TEST|JEST|PLAYWRIGHT)/.test(name),
  )
  const tools = {
    PATH: [BATS, process.env['PATH']].join(delimiter),
    CHROME_BIN: chromium ?? '',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const child = spawn(line, {
    cwd,
    shell: true,
    stdio: 'ignore',
    env: { ...Object.fromEntries(own), ...tools, ...env },
  })
  return await new Promise((resolve) => child.once('close', (code) => resolve(code ?? -1)))
}

/** Undefined without a report, or if it is refused. */
function totalsOf(report: Buffer | undefined) {
  const totals = { passed: 0, failed: 0, error: 0, skipped: 0, pending: 0, flaky: 0 }
  for (const { executions } of found(report)?.tests ?? []) {
    const status = executions.at(-1)?.status ?? 'error'
    totals[status] += 1
    if (status === 'passed' && executions.length > 1) totals.flaky += 1
  }
  const { pending: _, ...counted } = totals
  return found(report) && counted
}

const namesIn = (report: Buffer | undefined) =>
  (found(report)?.tests ?? []).map(({ suite, name }) => [...suite, name].join(' › ')).toSorted()

function found(report: Buffer | undefined) {
  try {
    return readReport(report ?? '')
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

function writeCollection(port: number): void {
  const folder = join(here, 'newman')
  if (!existsSync(folder)) mkdirSync(folder)
  const request = (name: string, address: string, ...tests: string[]) => ({
    name,
    request: { method: 'GET', url: address },
    event: [{ listen: 'test', script: { exec: tests } }],
  })
  const code = (status: number) => `pm.test('is ${status}', () => pm.response.to.have.status(${status}))`
  const item = [
    request('Cart', `http://127.0.0.1:${port}/cart`, code(200)),
    request('Order', `http://127.0.0.1:${port}/order`, code(200), code(404)),
  ]
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  writeFileSync(join(folder, 'collection.json'), JSON.stringify({ info: { name: 'Shop', schema }, item }))
}
