import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureChromium } from '../chromium.mjs'
import { type Person, startTestServer, type TestServer } from '../../server/testing/server.ts'

/* Runs published reporters of Qase as a team would, with other variables. */

const here = import.meta.dirname
let server: TestServer
let owner: Person
let folder: string

beforeAll(async () => {
  if ((await exitCodeOf('node install.mjs', here, {})).code !== 0)
    throw new Error('The reporters could not be installed')
  server = await startTestServer()
  owner = await server.person('Olga')
  folder = mkdtempSync(join(tmpdir(), 'qase-reporters-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** A project with the case C1, "Pays by card". */
async function open() {
  const project = await server.project(owner)
  await server.testCase(owner, (await server.suite(owner, project.id)).id)
  const run = async () => (await server.get(`/test-runs/project/${project.id}`, owner)).body[0]
  const results = async () => (await server.get(`/test-runs/${(await run()).id}`, owner)).body.results as Result[]
  return { project, run, results, variables: variablesOf(project) }
}

type Result = {
  id: string
  status: string
  attempts: number
  flaky: boolean
  notes: string | null
  errorMessage: string | null
  testCase: { name: string; testSuite: { name: string } }
  attachments: { id: string; name: string; type: string }[]
}

const variablesOf = ({ id, clientSecret }: { id: string; clientSecret: string }) => ({
  QASE_MODE: 'testops',
  QASE_TESTOPS_API_HOST: `${server.url}/qase`,
  QASE_TESTOPS_API_TOKEN: `${id}:${clientSecret}`,
  QASE_TESTOPS_PROJECT: id,
  QASE_TESTOPS_RUN_COMPLETE: 'true',
})

const outcomes = (results: Result[]) =>
  Object.fromEntries(
    results.map(({ testCase, status, attempts, flaky }) => [testCase.name, [status, attempts, flaky] as const]),
  )

test('playwright-qase-reporter records results while tests run, with a retry, steps and pictures', async () => {
  const { run, results, variables, project } = await open()
  const seen = join(folder, 'seen')
  const ended = exitCodeOf('npx playwright test', join(here, 'playwright'), {
    ...variables,
    QASE_TESTOPS_BATCH_SIZE: '1',
    QASE_ENVIRONMENT: 'staging',
    QASE_TESTOPS_SHOW_PUBLIC_REPORT_LINK: 'true',
    SEEN_FILE: seen,
    CHROME_BIN: ensureChromium() ?? '',
  })
  await expect.poll(async () => (await run())?.summary).toMatchObject({ total: 4, passed: 3, failed: 1, flaky: 1 })
  expect((await run()).status).toBe('running')
  writeFileSync(seen, '')
  const { code, out } = await ended
  expect(code, out).toBe(1)
  expect(out).toContain(`/qase/run/${project.id}/dashboard/1`)
  expect(await run()).toMatchObject({ ref: 'R1', status: 'completed', environment: 'staging' })
  const found = await results()
  expect(outcomes(found)).toEqual({
    'Pays by card': ['passed', 2, true],
    'adds an item': ['passed', 1, false],
    refunds: ['failed', 2, false],
    'prints (paper=A4)': ['passed', 1, false],
    'waits until the earlier results were seen': ['passed', 1, false],
    'is not ready': ['skipped', 1, false],
  })
  const [paid] = found
  const pictures = paid?.attachments.filter(({ type }) => type === 'image/png') ?? []
  expect(pictures.length).toBeGreaterThan(0)
  const picture = await fetch(`${server.url}/api/attachments/${pictures[0]?.id}`, { headers: owner })
  expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG')
  const added = found.find(({ testCase }) => testCase.name === 'adds an item')
  expect(added?.notes).toBe('1. passed: Open the shop\n2. passed: Add the item\n2.1. passed: Press the button')
  expect(added?.testCase.testSuite.name).toMatch(/cart\.spec\.mjs › Cart/)
  const refunded = found.find(({ testCase }) => testCase.name === 'refunds')
  expect(refunded?.errorMessage).toContain('expect(received).toBe(expected)')
})

test('jest-qase-reporter records the results of a run, with the file of a test', async () => {
  const { run, results, variables } = await open()
  const { code, out } = await exitCodeOf('npx jest', join(here, 'jest'), variables)
  expect(code, out).toBe(1)
  expect(await run()).toMatchObject({ status: 'completed', summary: { total: 4, passed: 2, failed: 1, skipped: 1 } })
  const found = await results()
  expect(outcomes(found)).toEqual({
    'Pays by card': ['passed', 2, true],
    'adds an item': ['passed', 1, false],
    refunds: ['failed', 2, false],
    'is not ready': ['skipped', 1, false],
  })
  const refunded = found.find(({ status }) => status === 'failed')
  expect(refunded?.attachments[0]).toMatchObject({ name: 'refund.txt', type: 'text/plain' })
})

test('cucumberjs-qase-reporter records the results of a run, with its retries', async () => {
  const { run, results, variables } = await open()
  const { code, out } = await exitCodeOf('npx cucumber-js', join(here, 'cucumber'), variables)
  expect(code, out).toBe(1)
  expect((await run()).status).toBe('completed')
  const found = await results()
  expect(outcomes(found)).toEqual({
    'Pays by card': ['passed', 2, true],
    'adds an item': ['passed', 1, false],
    refunds: ['failed', 2, false],
    'is not ready': ['skipped', 1, false],
  })
  expect(found[0]?.notes).toBe('1. passed: an open shop\n2. passed: it passes the second time')
  expect(found[0]?.attachments[0]?.type).toBe('text/plain')
})

async function exitCodeOf(line: string, cwd: string, env: Record<string, string>) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_(?!EXTRA_CA_CERTS)|TEST|JEST|PLAYWRIGHT)/.test(name),
  )
  const child = spawn(line, { cwd, shell: true, env: { ...Object.fromEntries(own), ...env } })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? -1)))
  return { code, out }
}
