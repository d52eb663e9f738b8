import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../shared/errors.ts'
import { readReport } from '../../server/test-reports/readers/testing.ts'

/* Runs the lines of client/REPORTERS.md for runners of the npm registry, and compares the reports with the runners. */

const here = import.meta.dirname
const DOCUMENT = readFileSync(join(here, '../../client/REPORTERS.md'), 'utf8')

/** The line that writes the report of a runner. */
function lineOf(runner: string): string {
  const section = DOCUMENT.slice(DOCUMENT.indexOf(`**${runner}**`))
  return /```sh\n(.*)\n/.exec(section)?.[1] ?? ''
}

/** An API that may die: newman then has requests without a response. */
let isDying = false
const server = createServer((_, res) => void (isDying ? res.destroy() : res.end('{}')))

beforeAll(async () => {
  if ((await exitCodeOf('node install.mjs', here)) !== 0) throw new Error('The runners could not be installed')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  writeCollection((server.address() as AddressInfo).port)
})
afterAll(() => server.close())

type Totals = { passed: number; failed: number; skipped: number; flaky?: number }
const ALL = { passed: 4, failed: 1, skipped: 2 }

describe.each<[string, string, Totals]>([
  // Vitest's JUnit does not have the earlier executions of a test.
  ['Vitest', 'vitest', { ...ALL, passed: 5 }],
  ['Jest', 'jest', { ...ALL, passed: 5, flaky: 1 }],
  ['Playwright', 'playwright', { ...ALL, passed: 5, flaky: 1 }],
  ['Mocha', 'mocha', { ...ALL, passed: 5 }],
  ['node:test', 'node', ALL],
  ['AVA', 'ava', ALL],
  // A skipped test of tape has no assertion.
  ['tape', 'tape', { ...ALL, skipped: 1 }],
  ['newman', 'newman', { passed: 2, failed: 1, skipped: 0 }],
])('the report of %s', (runner, folder, expected) => {
  test('has the tests that ran, and is red when the runner is', async () => {
    const { exitCode, report } = await run(runner, folder)
    expect(totalsOf(report)).toEqual({ error: 0, flaky: 0, ...expected })
    expect(exitCode).not.toBe(0)
  })

  test('has the same names when the tests run again', async () => {
    const names = async () => namesIn((await run(runner, folder)).report)
    expect(await names()).toEqual(await names())
  })

  test('is never green when the runner dies in the middle', async () => {
    const { exitCode, report } = await run(runner, folder, { CRASH: '1' })
    expect(exitCode).not.toBe(0)
    const totals = totalsOf(report)
    if (totals) expect(totals.failed + totals.error).toBeGreaterThan(0)
  })
})

/** `report` is undefined when the runner wrote none. */
async function run(runner: string, folder: string, env: Record<string, string> = {}) {
  const cwd = join(here, folder)
  for (const file of globSync('report.*', { cwd })) rmSync(join(cwd, file))
  isDying = 'CRASH' in env
  const exitCode = await exitCodeOf(lineOf(runner).replace("'test/**/*.js'", 'cart.cjs'), cwd, env)
  const [file] = globSync('report.*', { cwd })
  return { exitCode, report: file === undefined ? undefined : readFileSync(join(cwd, file)) }
}

async function exitCodeOf(line: string, cwd: string, env: Record<string, string> = {}): Promise<number> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_(?!EXTRA_CA_CERTS)|TEST|JEST|PLAYWRIGHT)/.test(name),
  )
  const child = spawn(line, { cwd, shell: true, stdio: 'ignore', env: { ...Object.fromEntries(own), ...env } })
  return await new Promise((resolve) => child.once('close', (code) => resolve(code ?? -1)))
}

/** Undefined when there is no report, or one that is refused. */
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
