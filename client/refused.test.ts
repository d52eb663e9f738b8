import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf, faultyProxy } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const folder = useFolder()
let project: { id: string; clientSecret: string }
let env: Record<string, string>
beforeEach(async () => {
  project = await server.project(olga)
  env = environmentOf(server.url, project)
})

function report(file: string, inside: string): string {
  const path = join(folder, file)
  writeFileSync(path, `<testsuites><testsuite name="Payments">${inside}</testsuite></testsuites>`)
  return path
}
const good = (file: string, name: string) => report(file, `<testcase name="${name}"/>`)
const broken = (file: string) => report(file, '<testcase name="x">')
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body

describe('a refused file', () => {
  test.each([
    ['first', 0],
    ['in the middle', 1],
    ['last', 2],
  ])('upload records the others and completes the run when the refused file is %s', async (_, position) => {
    const files = [good('a.xml', 'a'), good('b.xml', 'b')].toSpliced(position, 0, broken('broken.xml'))
    const { code, stdout, stderr } = await assay(['upload', ...files, '--run', 'build', '--complete'], { env })
    const [run, ...others] = await runs()
    expect([code, others.length, run.status, run.summary.total]).toEqual([3, 0, 'completed', 2])
    expect(stdout).toContain(`Run ${run.id}: completed build\n2 tests: 2 passed\n`)
    expect(stderr).toMatch(/assay: 1 of 3 files was refused:\n {2}\S+broken\.xml: .*line 1.*\n$/)
  })

  test('upload completes a run of shards when the last file of the last shard is refused', async () => {
    const options = ['--run', 'parts', '--complete', '--shard']
    expect((await assay(['upload', good('a.xml', 'a'), ...options, '1/2'], { env })).code).toBe(0)
    expect((await assay(['upload', good('b.xml', 'b'), broken('c.xml'), ...options, '2/2'], { env })).code).toBe(3)
    const [run] = await runs()
    expect([run.status, run.summary.total]).toEqual(['completed', 2])
  })

  test('upload says that the run was not completed when the server is lost after a refused last file', async () => {
    const proxy = await faultyProxy(server.url, ['pass', 'pass', { status: 503 }])
    const there = { ...env, ASSAY_URL: proxy.url }
    const files = [good('a.xml', 'a'), broken('bad.xml')]
    const { code, stderr } = await assay(['--retries', '0', 'upload', ...files, '--complete'], { env: there })
    await proxy.close()
    const [run] = await runs()
    expect([code, run.status]).toEqual([4, 'running'])
    expect(stderr).toMatch(/bad\.xml: .*\n\S+a\.xml: the run was not completed: .*503.*\nSent: \S+a\.xml\n/)
    expect(stderr).toContain(`Run the same command again with --run ${run.id} to continue`)
  })

  test('upload with --json prints the result and the refused files in one document', async () => {
    const bad = broken('bad.xml')
    const { code, stdout } = await assay(['upload', bad, good('a.xml', 'a'), '--json', '--quiet'], { env })
    const { testRun, files, refused, error } = JSON.parse(stdout)
    expect([code, testRun.summary.total, files.length, error.exitCode]).toEqual([3, 1, 1, 3])
    expect(refused).toEqual([{ file: bad, reason: expect.stringContaining('line') }])
    expect(error.message).toContain(bad)
  })

  test('upload starts no run and exits with 3 when every file is refused', async () => {
    const files = [broken('bad.xml'), broken('worse.xml')]
    const { code, stdout, stderr } = await assay(['upload', ...files, '--complete'], { env })
    expect([code, stdout, await runs()]).toEqual([3, '', []])
    expect(stderr).toMatch(/bad\.xml: .*\n\S+worse\.xml: .*\nNothing was sent\n$/)
  })

  test('the exit code of a refused file wins over --fail-on', async () => {
    const failed = report('failed.xml', '<testcase name="a"><failure/></testcase>')
    const { code, stdout } = await assay(['upload', failed, broken('bad.xml'), '--fail-on', 'failed'], { env })
    expect([code, stdout]).toEqual([3, expect.stringContaining('1 test failed:')])
  })

  test('upload sends no further file when the credentials are refused', async () => {
    const proxy = await faultyProxy(server.url, [])
    const wrong = { ...env, ASSAY_URL: proxy.url, ASSAY_CLIENT_SECRET: 'wrong' }
    const { code, stderr } = await assay(['upload', good('a.xml', 'a'), good('b.xml', 'b')], { env: wrong })
    await proxy.close()
    expect([code, proxy.seen.length]).toEqual([3, 1])
    expect(stderr).toMatch(/Nothing was sent\nNot sent: \S+a\.xml, \S+b\.xml\n$/)
  })
})

test('upload sums what was ignored once at the end, over all files', async () => {
  const output = '<system-out>log</system-out>'
  const files = ['a', 'b', 'c'].map((name) => report(`${name}.xml`, `<testcase name="${name}">${output}</testcase>`))
  const { stderr } = await assay(['upload', ...files], { env })
  expect(stderr.match(/ignored/g)).toHaveLength(1)
  expect(stderr).toMatch(/\nignored 3 × .*system-out.*: .+\n$/)
})
