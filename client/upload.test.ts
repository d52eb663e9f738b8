import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf, faultyProxy, type Fault } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const folder = useFolder()
let project: { id: string; clientSecret: string }
let env: Record<string, string>
beforeEach(async () => {
  project = await server.project(olga)
  env = environmentOf(server.url, project)
})

function report(file: string, outcomes: Record<string, 'passed' | 'failed' | 'error'>): string {
  const inner = { passed: '', failed: '<failure message="it is 2"/>', error: '<error message="it broke"/>' }
  const cases = Object.entries(outcomes).map(
    ([name, outcome]) => `<testcase classname="Payments" name="${name}">${inner[outcome]}</testcase>`,
  )
  const path = join(folder, file)
  writeFileSync(path, `<testsuites><testsuite name="Payments">${cases.join('')}</testsuite></testsuites>`)
  return path
}

const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body

describe('uploading', () => {
  test('upload sends several files into one run and completes it with the last', async () => {
    const files = [report('a.xml', { a: 'passed' }), report('b.xml', { b: 'passed', c: 'passed' })]
    const { code, stdout, stderr } = await assay(['upload', ...files, '--complete', '--description', 'Nightly'], {
      env,
    })
    const [run, ...others] = await runs()
    expect([code, others.length, run.status, run.description, run.summary.passed]).toEqual([
      0,
      0,
      'completed',
      'Nightly',
      3,
    ])
    const page = `${server.url}/projects/${project.id}?tab=runs&run=${run.id}`
    expect(stdout).toBe(`Run ${run.id}: completed\n3 tests: 3 passed\n${page}\n`)
    expect(stderr).toContain(`Sending ${files[0]} (`)
    expect(stderr).toContain(`${files[1]}: junit, 2 results, 2 new cases`)
    expect(stderr).not.toContain('\r')
  })

  test('a repeated upload with --run sends the remaining files and counts no file twice', async () => {
    const files = [report('a.xml', { a: 'passed' }), report('b.xml', { b: 'failed' })]
    await assay(['upload', files[0] as string, '--run', 'build-1'], { env })
    const { code, stderr } = await assay(['upload', ...files, '--run', 'build-1'], { env })
    const [run, ...others] = await runs()
    const once = await assay(['upload', files[0] as string, '--run', 'build-1', '--fail-on', 'failed'], { env })
    expect([once.code, once.stdout]).toEqual([
      1,
      expect.stringContaining('2 tests: 1 passed, 1 failed\n1 test failed:'),
    ])
    expect([code, others.length, run.summary.passed, run.summary.failed]).toEqual([0, 0, 1, 1])
    expect(stderr).toContain(`${files[0]}: junit, sent before, not counted again`)
  })

  test('upload expands patterns and sends each file once', async () => {
    report('glob-1.xml', { a: 'passed' })
    report('glob-2.xml', { b: 'passed' })
    const { code, stdout } = await assay(['--json', 'upload', 'glob-*.xml', 'glob-1.xml'], { env, cwd: folder })
    expect([code, JSON.parse(stdout).files.map(({ file }: any) => file)]).toEqual([0, ['glob-1.xml', 'glob-2.xml']])
  })

  test('upload with --json --quiet prints only one JSON document', async () => {
    const { code, stdout, stderr } = await assay(['upload', report('a.xml', { a: 'passed' }), '--json', '--quiet'], {
      env,
    })
    const { testRun, files, failOn } = JSON.parse(stdout)
    expect([code, stderr, testRun.summary.passed, files[0].format, failOn.met]).toEqual([0, '', 1, 'junit', []])
  })

  test('upload with --shard completes the run after the last of several files of the last shard', async () => {
    const send = async (part: string, names: string[]) => {
      const files = names.map((name) => report(`${name}.xml`, { [name]: 'passed' }))
      const { code, stdout } = await assay(['upload', ...files, ...options, part], { env })
      const { testRun } = JSON.parse(stdout)
      return [code, testRun.status, testRun.summary.total]
    }
    const options = ['--run', 'parts', '--complete', '--json', '--shard']
    expect(await send('1/2', ['a', 'b'])).toEqual([0, 'running', 2])
    expect(await send('2/2', ['c', 'd', 'e'])).toEqual([0, 'completed', 5])
  })

  test('upload with --shard completes the run when all shards have arrived', async () => {
    for (const [part, status] of [
      ['2/2', 'running'],
      ['1/2', 'completed'],
    ] as const) {
      const file = report('part.xml', { [`in${part[0]}`]: 'passed' })
      const { stdout } = await assay(['upload', file, '--run', 'parts', '--shard', part, '--complete', '--json'], {
        env,
      })
      expect(JSON.parse(stdout).testRun.status).toBe(status)
    }
  })

  test('upload --run takes the ref of a run, unless a run has it as its key', async () => {
    const started = (await assay(['runs', 'start'], { env })).stdout.trim()
    await assay(['upload', report('a.xml', { a: 'passed' }), '--run', 'r1'], { env })
    expect((await runs()).map(({ id, summary }: any) => [id, summary.passed])).toEqual([[started, 1]])
    await assay(['runs', 'start', '--run', 'R1'], { env })
    await assay(['upload', report('b.xml', { b: 'passed' }), '--run', 'R1'], { env })
    expect((await runs()).map(({ key }: any) => key)).toEqual(['R1', null])
  })

  test('upload with --no-gzip sends the file uncompressed', async () => {
    const proxy = await faultyProxy(server.url, [])
    const file = report('plain.xml', { a: 'passed' })
    for (const option of ['--no-gzip', '--gzip'])
      await assay(['upload', file, option], { env: { ...env, ASSAY_URL: proxy.url } })
    expect(
      proxy.seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['content-encoding']),
    ).toEqual([undefined, 'gzip'])
    expect((await runs()).map(({ summary }: any) => summary.passed)).toEqual([1, 1])
    await proxy.close()
  })

  test('upload sends nothing when a file is missing', async () => {
    const { code, stdout, stderr } = await assay(
      ['upload', report('a.xml', { a: 'passed' }), 'gone.xml', 'none-*.xml'],
      { env },
    )
    expect([code, stdout, stderr]).toEqual([2, '', 'assay: no such file: gone.xml, none-*.xml\n'])
    expect(await runs()).toEqual([])
  })
})

describe('uploading over a faulty network', () => {
  let proxy: Awaited<ReturnType<typeof faultyProxy>> | undefined
  const through = async (faults: Fault[]) => {
    proxy = await faultyProxy(server.url, faults)
    return { ...env, ASSAY_URL: proxy.url }
  }
  const seen = () => proxy?.seen ?? []
  afterEach(() => proxy?.close())

  test.each<[string, Fault[]]>([
    ['a connection reset before the request', ['reset before the request', 'reset before the request']],
    ['a connection reset during the request', ['reset during the request']],
    ['a lost response', ['drop the response', 'drop the response']],
    ['503', [{ status: 503 }, { status: 502 }, { status: 504 }]],
    ['429', [{ status: 429 }]],
  ])('upload recovers from %s and counts no test twice', async (_, faults) => {
    const file = report('a.xml', { a: 'passed', b: 'failed' })
    const expected = faults.length
    const { code, stderr } = await assay(['upload', file], { env: await through(faults) })
    const [run, ...others] = await runs()
    expect([code, others.length, run?.summary.total]).toEqual([0, 0, 2])
    expect(stderr.match(/; retry \d of 5 in /g)).toHaveLength(expected)
    expect(seen().filter(({ method }) => method === 'PUT')).toHaveLength(expected + 1)
    const results = (await server.get(`/test-runs/${run.id}/results`, olga)).body
    expect(results.map(({ attempts }: any) => attempts)).toEqual([1, 1])
    expect(
      new Set(
        seen()
          .filter(({ method }) => method === 'PUT')
          .map(({ headers }) => headers['idempotency-key']),
      ).size,
    ).toBe(1)
  })

  test('upload waits as long as Retry-After says', async () => {
    const start = performance.now()
    const { code } = await assay(['upload', report('a.xml', { a: 'passed' })], {
      env: await through([{ status: 429, headers: { 'retry-after': '2' } }]),
    })
    expect([code, performance.now() - start > 2000]).toEqual([0, true])
  })

  test('upload fails at once when Retry-After exceeds the limit', async () => {
    const env = await through([{ status: 503, headers: { 'retry-after': '3600' } }])
    expect((await assay(['upload', report('a.xml', { a: 'passed' })], { env })).code).toBe(4)
    expect(seen()).toHaveLength(1)
  })

  test('upload lists sent and missing files after the last retry', async () => {
    const files = [report('a.xml', { a: 'passed' }), report('b.xml', { b: 'passed' })]
    const { code, stdout, stderr } = await assay(['--retries', '1', '--json', 'upload', ...files], {
      env: await through(['pass', { status: 503 }, { status: 503 }]),
    })
    const [run] = await runs()
    expect(code).toBe(4)
    expect(stderr).toContain(
      `Sent: ${files[0]}\nNot sent: ${files[1]}\nRun the same command again with --run ${run.id} to continue`,
    )
    expect(JSON.parse(stdout).error).toMatchObject({
      exitCode: 4,
      status: 503,
      run: run.id,
      notSent: [files[1]],
      files: [{ file: files[0] }],
    })
  })

  test('upload does not retry after a 401', async () => {
    const wrong = { ...(await through([])), ASSAY_CLIENT_SECRET: 'wrong' }
    const { code, stderr } = await assay(['upload', report('a.xml', { a: 'passed' })], { env: wrong })
    expect([code, seen().length]).toEqual([3, 1])
    expect(stderr).toContain('Invalid project credentials')
  })

  test('upload reports a refusal that arrives before the whole file is sent', async () => {
    const path = join(folder, 'large.xml')
    writeFileSync(path, randomBytes(20_000_000))
    const refusing = createServer((_req, res) => res.writeHead(413).end('{"message": "too large"}')).listen(
      0,
      '127.0.0.1',
    )
    await once(refusing, 'listening')
    const { port } = refusing.address() as AddressInfo
    const { code, stderr } = await assay(['upload', path], { env: { ...env, ASSAY_URL: `http://127.0.0.1:${port}` } })
    refusing.close()
    refusing.closeAllConnections()
    expect([code, stderr]).toEqual([3, expect.stringContaining('large.xml: too large\nNothing was sent')])
  })

  test('upload retries after --timeout without data', async () => {
    const env = await through(['no response'])
    const { code, stderr } = await assay(['--timeout', '1', 'upload', report('a.xml', { a: 'passed' })], { env })
    expect([code, stderr]).toEqual([0, expect.stringContaining('no data for 1 s; retry 1 of 5')])
  })
})
