import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
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

const junit = (name: string) => `<testsuite name="S"><testcase name="${name}"/></testsuite>`
const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body

test('upload of a folder sends the reports in it and below, and no other file', async () => {
  write('out/TEST-a.xml', junit('a'))
  write('out/deep/er/B.XML', junit('b'))
  write('out/deep/c.tap', '1..1\nok 1 - c\n')
  write('out/d.xml.gz', gzipSync(junit('d')))
  write('out/index.html', '<html></html>')
  write('out/trace.zip', 'PK')
  write('out/node_modules/x/package.json', '{}')
  const { code, stdout } = await assay(['upload', 'out', '--json', '--complete'], { env, cwd: folder })
  const { files, testRun } = JSON.parse(stdout)
  expect([code, testRun.status, testRun.summary.passed]).toEqual([0, 'completed', 4])
  expect(files.map(({ file }: any) => file)).toEqual([
    join('out', 'TEST-a.xml'),
    join('out', 'd.xml.gz'),
    join('out', 'deep', 'c.tap'),
    join('out', 'deep', 'er', 'B.XML'),
  ])
})

test('upload of a folder of Allure results sends them as one report, then the attachments that it names', async () => {
  const id = (digit: number) => `1c1e2b1a-6b0f-4d7d-9a0a-00000000000${digit}`
  const result = (digit: number, more: object) => {
    const content = {
      uuid: id(digit),
      historyId: 'h',
      name: 'pays',
      labels: [{ name: 'suite', value: 'Shop' }],
      ...more,
    }
    write(`allure-results/${id(digit)}-result.json`, JSON.stringify(content, null, 2))
  }
  const attachments = [{ name: 'Log', source: `${id(3)}-attachment.json`, type: 'application/json' }]
  result(1, { status: 'passed', start: 1_767_323_049_000, attachments })
  result(2, { status: 'failed', start: 1_767_323_045_000 })
  write(`allure-results/${id(3)}-attachment.json`, '{"a": 1}')
  write('allure-results/categories.json', '[]')
  write('allure-results/deep/a.trx', '<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"/>')
  const { code, stdout } = await assay(['upload', 'allure-results', '--json'], { env, cwd: folder })
  const { files, testRun } = JSON.parse(stdout)
  expect([code, testRun.summary]).toMatchObject([0, { total: 1, passed: 1, flaky: 1 }])
  expect(files).toMatchObject([
    { file: join('allure-results', 'deep', 'a.trx'), format: 'trx' },
    {
      file: join('allure-results', '*-result.json'),
      format: 'allure',
      attempts: 1,
      attached: { sent: 1, missing: [] },
    },
  ])
})

test('upload of a folder without a report names it, and what it looked for', async () => {
  write('empty/readme.txt', 'x')
  const { code, stderr } = await assay(['upload', 'empty', 'gone.xml'], { env, cwd: folder })
  expect([code, stderr.split('\n')]).toEqual([
    2,
    [
      'assay: no such file: gone.xml',
      'no report in the folder empty: it has no file that ends in .xml, .json, .ndjson, .tap or .trx, nor one of them with .gz',
      '',
    ],
  ])
})

test.each([
  ['plain', (text: string) => text],
  ['packed', (text: string) => gzipSync(text)],
])('upload - sends a %s report from standard input, again when the connection is lost', async (_, packed) => {
  const proxy = await faultyProxy(server.url, ['drop the response'], ({ method }) => method === 'PUT')
  const there = { ...env, ASSAY_URL: proxy.url }
  const { code, stdout, stderr } = await assay(['upload', '-'], { env: there, stdin: packed(junit('a')) })
  await proxy.close()
  const [run, ...others] = await runs()
  expect([code, others, run.summary.passed]).toEqual([0, [], 1])
  expect(stdout).toContain('1 test: 1 passed\n')
  expect(stderr).toContain('standard input: junit, sent before, not counted again\n')
})

test.each(['--gzip', '--no-gzip'])('upload %s sends a packed file as it is, and once', async (option) => {
  write('packed.xml.gz', gzipSync(junit('a')))
  write('plain.xml', junit('a'))
  const upload = (file: string) => assay(['upload', file, option, '--run', 'b', '--json'], { env, cwd: folder })
  expect(JSON.parse((await upload('packed.xml.gz')).stdout).testRun.summary.total).toBe(1)
  expect(JSON.parse((await upload('plain.xml')).stdout).files).toMatchObject([{ isRepeat: true }])
})

test('upload refuses standard input for both a report and the secret', async () => {
  const { code, stderr } = await assay(['upload', '-', '--secret', '-'], { env, stdin: 'x' })
  expect([code, stderr]).toEqual([2, expect.stringContaining('standard input cannot be both')])
})
