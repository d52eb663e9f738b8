import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectAtDoor } from '../../server/doors/testrail/testing.ts'
import { useTestServer } from '../../server/testing/use-server.ts'

/* Published callers, unchanged: only their variables say where they report to. */

const here = import.meta.dirname
const server = await useTestServer({ TRUST_PROXY: 1 })
const folder = mkdtempSync(join(tmpdir(), 'assay-callers-'))
const certificate = join(folder, 'certificate.pem')
/** The server over https. It ends with its input. */
let front: ChildProcess
let host = ''

beforeAll(async () => {
  if ((await run(['install.mjs'], {})).code !== 0) throw new Error('The callers could not be installed')
  front = spawn(process.execPath, [join(here, 'https/front.mjs'), server.url, certificate])
  const [line] = (await once(front.stdout as NonNullable<typeof front.stdout>, 'data')) as [Buffer]
  host = line.toString().trim()
})
afterAll(async () => {
  front.stdin?.end()
  await once(front, 'close')
  rmSync(folder, { recursive: true })
})

type Ended = { code: number | null; out: string }

/** Runs a script in this folder. */
async function run(args: string[], env: Record<string, string>, cwd = here): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_ENV: '', ...env },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  return await new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

const counts = ({ passed_count, failed_count, untested_count, is_completed }: any) =>
  [passed_count, failed_count, untested_count, is_completed] as const

test('playwright-testrail-reporter makes a run with true statuses, in the project of its address', async () => {
  const { door, project, projectId } = await projectAtDoor(server, 'Ada', 4)
  const { out } = await run(['playwright/report.mjs'], {
    TESTRAIL_HOST: `https://${host}/testrail/${projectId}`,
    TESTRAIL_USERNAME: project.id,
    TESTRAIL_API_KEY: project.clientSecret,
    TESTRAIL_PROJECT_ID: String(projectId),
    TESTRAIL_SUITE_ID: String(projectId),
  })
  expect(out).toContain('Successfully updated test results')
  expect(counts((await door.get('get_run/1')).body)).toEqual([1, 2, 1, false])
  const [failed] = (await door.get('get_results_for_case/1/2')).body.results
  expect(failed.comment).toContain('Boom')
})

test('cypress-testrail starts an empty run, which grows, takes pictures and is closed', async () => {
  const { door, project, projectId } = await projectAtDoor(server, 'Bob', 4)
  const picture = join(here, 'cypress', 'C2: pays by cheque (failed).png')
  writeFileSync(
    picture,
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  const variables = {
    CYPRESS_TESTRAIL_DOMAIN: host,
    CYPRESS_TESTRAIL_USERNAME: project.id,
    CYPRESS_TESTRAIL_PASSWORD: project.clientSecret,
    CYPRESS_TESTRAIL_PROJECT_ID: `P${projectId}`,
    CYPRESS_TESTRAIL_RUN_CLOSE: 'true',
    CYPRESS_TESTRAIL_SCREENSHOTS: 'true',
  }
  const plain = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name.slice('CYPRESS_'.length), value]),
  )
  const { out } = await run([join(here, 'cypress/report.mjs')], { ...variables, ...plain }, folder)
  rmSync(picture)
  expect(out).toContain('R1 is now closed')
  expect(counts((await door.get('get_run/1')).body)).toEqual([2, 1, 0, true])
  const [failed] = (await door.get('get_results_for_case/1/2')).body.results
  expect(failed).toMatchObject({ comment: expect.stringContaining('Boom'), attachment_ids: [expect.any(Number)] })
})

test('cypress-testrail-simple starts, reads and closes a run of 600 tests, all pages of it', async () => {
  const { door, owner, project, projectId } = await projectAtDoor(server, 'Carl')
  const suite = (await server.get(`/test-suites/project/${project.id}`, owner)).body[0]
  await server.testCases(
    owner,
    suite.id,
    Array.from({ length: 600 }, () => ({})),
  )
  const variables = {
    TESTRAIL_HOST: `https://${host}`,
    TESTRAIL_USERNAME: project.id,
    TESTRAIL_PASSWORD: project.clientSecret,
    TESTRAIL_PROJECTID: String(projectId),
  }
  const bin = (name: string) => `node_modules/cypress-testrail-simple/bin/${name}.js`
  const started = await run([bin('testrail-start-run'), '--name', 'Nightly'], variables)
  expect(started.out).toMatch(/^1$/m)
  const results = await run([bin('testrail-run-results'), '--run', '1'], variables)
  expect(results.out).toContain('run 1 has 600 case(s)')
  expect((await run([bin('testrail-close-run'), '1'], variables)).out).toContain('600 untested')
  const closed = await run([bin('testrail-close-run'), '1', '--force'], variables)
  expect(closed.out).toContain('Closed run 1')
  expect((await door.get('get_run/1')).body.is_completed).toBe(true)
})

test('mocha-testrail-reporter makes a run of the tests that mocha ran', async () => {
  const { door, project, projectId } = await projectAtDoor(server, 'Dora', 3)
  const options = {
    domain: host,
    username: project.id,
    password: project.clientSecret,
    projectId: String(projectId),
    suiteId: String(projectId),
  }
  const given = Object.entries(options).flatMap(([name, value]) => ['--reporter-option', `${name}=${value}`])
  const { out } = await run(
    ['node_modules/mocha/bin/mocha.js', 'mocha/cart.cjs', '--reporter', 'mocha-testrail-reporter', ...given],
    {},
  )
  expect(out).toContain('Publishing 2 test result(s)')
  expect(counts((await door.get('get_run/1')).body)).toEqual([1, 1, 1, false])
})

test('of every method that @dlenroc/testrail has, none is unknown and none fails', async () => {
  const { door, project, projectId, section } = await projectAtDoor(server, 'Emil', 3)
  await door.post(`add_run/${projectId}`, { name: 'Run' })
  const [{ id: result, test_id }] = (
    await door.post('add_results_for_cases/1', { results: [{ case_id: 1, status_id: 1 }] })
  ).body
  const { out } = await run(['dlenroc/call-everything.mjs'], {
    HOST: server.url,
    USER: project.id,
    PASSWORD: project.clientSecret,
    IDS: JSON.stringify({ project: projectId, section, result, test: test_id }),
  })
  const outcomes: Record<string, { status?: number; error?: string }> = JSON.parse(out.trim().split('\n').at(-1) ?? '')
  expect(Object.keys(outcomes).length).toBeGreaterThan(100)
  const isRefused = ({ status, error }: { status?: number; error?: string }) =>
    status === 400 && error?.includes('is not supported by Assay')
  const others = Object.entries(outcomes).filter(([, outcome]) => !isRefused(outcome))
  expect(others.filter(([, { status }]) => status !== 200 && status !== 400)).toEqual([])
  // What was deleted before, or has results, is refused.
  const refused = others.filter(([, { error }]) => error !== undefined).map(([name]) => name)
  const refusable = ['deleteAttachment', 'deleteCases', 'deleteRun', 'getAttachment', 'getMilestone']
  expect(refused.filter((name) => !refusable.includes(name))).toEqual([])
  expect(others.length).toBeGreaterThan(45)
})
