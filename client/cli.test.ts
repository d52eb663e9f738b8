import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { freePort } from '../server/testing/process.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf, faultyProxy } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const project = await server.project(olga)
const env = environmentOf(server.url, project)
const suite = await server.suite(olga, project.id)
await server.testCase(olga, suite.id, { name: 'A' })
await server.testCase(olga, suite.id, { name: 'B\u001B[31m' })

describe('runs', () => {
  test('a run is started, shown, completed and listed', async () => {
    const { stdout } = await assay(['runs', 'start', '--description', 'Nightly'], { env })
    const runId = stdout.trim()
    expect(stdout).toBe(`${runId}\n`)
    const shown = await assay(['runs', 'show', runId], { env })
    expect(shown.stdout).toBe(`Run ${runId}: running R1 Nightly\n2 total, 2 pending\n  Payments  2 total, 2 pending\n`)
    const completed = await assay(['runs', 'complete', runId, '--status', 'failed'], { env })
    expect([completed.code, completed.stdout]).toEqual([0, `Run ${runId}: failed R1 Nightly\n2 total, 2 pending\n`])
    const { stdout: list } = await assay(['runs', 'list', '--limit', '1', '--json'], { env })
    expect(JSON.parse(list)).toMatchObject([{ id: runId, status: 'failed' }])
    const [heads, row] = (await assay(['runs', 'list'], { env })).stdout.split('\n')
    expect(heads?.split(/ {2,}/)).toEqual(['REF', 'STATUS', 'STARTED', 'RESULTS', 'RUN', 'ID'])
    const cells = ['R1', 'failed', expect.stringMatching(/^\d{4}-/), '2 total, 2 pending', 'Nightly', runId]
    expect(row?.split(/ {2,}/)).toEqual(cells)
  })

  test('a run is found by its key', async () => {
    const { stdout } = await assay(['runs', 'start', '--run', 'build 7', '--json'], { env })
    const { id } = JSON.parse(stdout)
    expect((await assay(['runs', 'show', 'build 7'], { env })).stdout).toMatch(`Run ${id}: running R2 build 7\n`)
    expect((await assay(['runs', 'start', '--run', 'build 7'], { env })).code).toBe(3)
    expect((await assay(['runs', 'complete', 'build 7'], { env })).stdout).toMatch(`Run ${id}: completed R2 build 7\n`)
  })

  test('a key that is the description, too, is listed once, and a project without runs says so', async () => {
    const mine = await server.project(olga)
    const empty = await assay(['runs', 'list'], { env: environmentOf(server.url, mine) })
    expect([empty.code, empty.stdout, empty.stderr]).toEqual([0, '', 'The project has no runs\n'])
    await assay(['runs', 'start', '--run', 'build 8', '--description', 'build 8'], { env })
    expect((await assay(['runs', 'list', '--limit', '1'], { env })).stdout.match(/build 8/g)).toHaveLength(1)
  })

  test('runs show prints results by status, without control characters', async () => {
    const run = await server.run(olga, project.id)
    await server.execute(olga, run.results[0].testCase.id, run.id, { errorMessage: 'no route\nto host' })
    const all = await assay(['runs', 'show', run.id, '--results'], { env })
    expect(all.stdout.split('\n').slice(3, 5)).toEqual([
      'error    C1  Payments › A: no route',
      'pending  C2  Payments › B',
    ])
    const { stdout } = await assay(['runs', 'show', run.id, '--status', 'error', '--json'], { env })
    expect(JSON.parse(stdout).results.map(({ testCase }: any) => testCase.name)).toEqual(['A'])
  })

  test('runs complete succeeds when the response of its first attempt is lost', async () => {
    const run = await server.run(olga, project.id)
    const proxy = await faultyProxy(server.url, ['drop the response'])
    const { code } = await assay(['runs', 'complete', run.id], { env: { ...env, ASSAY_URL: proxy.url } })
    await proxy.close()
    expect(code).toBe(0)
    const again = await assay(['runs', 'complete', run.id], { env })
    expect([again.code, again.stderr]).toEqual([3, 'assay: Only running test runs can be completed\n'])
  })

  test('runs start is not retried when the server may have started a run', async () => {
    const mine = await server.project(olga)
    const proxy = await faultyProxy(server.url, [{ status: 503 }, 'drop the response'])
    const { code } = await assay(['runs', 'start'], { env: environmentOf(proxy.url, mine) })
    await proxy.close()
    expect([code, (await server.get(`/test-runs/project/${mine.id}`, olga)).body.length]).toEqual([4, 1])
  })
})

describe('the exit code', () => {
  test.each([
    [[], 2],
    [['upload'], 2],
    [['runs', 'list', '--limit', '0'], 2],
    [['runs', 'complete', 'x', '--status', 'running'], 2],
    [['upload', 'x', '--shard', '3/2'], 2],
    [['--retries', 'x', 'whoami'], 2],
    [['--help'], 0],
    [['--version'], 0],
    [['runs', 'show', 'unknown'], 3],
    [['whoami', '--secret', 'wrong'], 3],
    [['whoami', '--project', 'unknown'], 3],
  ] as [string[], number][])('the exit code of %j is %i', async (args, expected) => {
    expect((await assay(args, { env })).code).toBe(expected)
  })

  test.each(['1-3', '3', '2/1'])('--shard %s is refused before a file is looked for', async (shard) => {
    const { code, stderr } = await assay(['upload', 'x', '--shard', shard], { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('It must be a shard from 1/n to n/n.')])
  })

  test('the exit code is 4 when the server does not listen, after the retries', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await assay(['--retries', '2', 'whoami'], { env: { ...env, ASSAY_URL: url } })
    expect([code, stderr.match(/ECONNREFUSED.*; retry \d of 2/g)?.length]).toEqual([4, 2])
  })

  test('the exit code is 4 for a server that is not Assay, and 3 when it answers 404', async () => {
    const foreign = createServer((req, res) =>
      res.writeHead(req.url?.startsWith('/404') ? 404 : 200).end('<html>'),
    ).listen(0, '127.0.0.1')
    await new Promise((resolve) => foreign.on('listening', resolve))
    const url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
    const [answered, refused] = [
      await assay(['whoami'], { env: { ...env, ASSAY_URL: url } }),
      await assay(['whoami'], { env: { ...env, ASSAY_URL: `${url}/404` } }),
    ]
    foreign.close()
    expect([answered.code, answered.stderr]).toEqual([
      4,
      'assay: unexpected response (HTTP 200): not from an Assay server\n',
    ])
    expect([refused.code, refused.stderr]).toEqual([
      3,
      'assay: unexpected response (HTTP 404): not from an Assay server\n',
    ])
  })
})

describe('sentences', () => {
  test('a file that is missing, and a folder to write into, are named without an error code', async () => {
    const [read, written] = [
      await assay(['cases', 'import', 'gone.csv'], { env }),
      await assay(['cases', 'export', '--output', '/gone/cases.csv'], { env }),
    ]
    expect([read.code, read.stderr]).toEqual([2, 'assay: gone.csv does not exist\n'])
    expect([written.code, written.stderr]).toEqual([2, 'assay: the folder /gone does not exist\n'])
  })

  test('an address with a port that fetch never calls ends with exit code 2, without a retry', async () => {
    const { code, stderr } = await assay(['whoami', '--url', 'http://127.0.0.1:9'], { env })
    expect([code, stderr]).toEqual([
      2,
      'assay: the port in the address of the server is reserved for another protocol. Use another port\n',
    ])
  })

  test('a server that does not listen is named', async () => {
    const port = await freePort()
    const silent = await assay(['whoami', '--retries', '0', '--url', `http://127.0.0.1:${port}`], { env })
    expect(silent.stderr).toBe(`assay: nothing listens at 127.0.0.1:${port} (ECONNREFUSED)\n`)
  })
})

test('the delay doubles with each retry and has jitter', async () => {
  const proxy = await faultyProxy(
    server.url,
    Array.from({ length: 4 }, () => ({ status: 503 })),
  )
  const { code, stderr } = await assay(['--retry-delay', '0.2', 'whoami'], { env: { ...env, ASSAY_URL: proxy.url } })
  await proxy.close()
  const waits = Array.from(stderr.matchAll(/; retry \d of 5 in ([\d.]+) s/g), ([, seconds]) => Number(seconds))
  expect([code, waits.length]).toEqual([0, 4])
  for (const [index, seconds] of waits.entries()) {
    expect(seconds).toBeGreaterThanOrEqual(0.1 * 2 ** index)
    expect(seconds).toBeLessThanOrEqual(0.2 * 2 ** index)
  }
  expect(new Set(waits.map((seconds, index) => seconds / 2 ** index)).size).toBeGreaterThan(1)
})

test('a failure is printed as JSON with --json, and on stderr even with --quiet', async () => {
  const { stdout, stderr } = await assay(['runs', 'show', 'unknown', '--json', '--quiet'], { env })
  expect(JSON.parse(stdout)).toEqual({ error: { message: 'Test run not found', exitCode: 3, status: 404 } })
  expect(stderr).toBe('assay: Test run not found\n')
})

test('a closed stdout ends the command without an error', async () => {
  const entry = fileURLToPath(new URL('./assay.mjs', import.meta.url))
  const child = spawn(process.execPath, [entry, 'runs', 'list'], { env: { ...env, PATH: process.env['PATH'] ?? '' } })
  child.stdout.destroy()
  const [stderr, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.on('close', resolve))])
  expect([code, stderr]).toEqual([0, ''])
})
