import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const folder = useFolder()
let project: { id: string; clientSecret: string }
let env: Record<string, string>
beforeEach(async () => {
  project = await server.project(olga)
  env = environmentOf(server.url, project)
})

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const files = () => [
  file('a.xml', '<testsuite name="S"><testcase name="a"/><testcase name="b"><failure/></testcase></testsuite>'),
  file('b.tap', '1..1\nok 1 - pays\n'),
]
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body

test('upload --dry-run prints what is read in each file, the totals and the run, and records nothing', async () => {
  const [junit, tap] = files()
  const options = ['--dry-run', '--run', 'build-1', '--shard', '1/2', '--complete', '--fail-on', 'failed']
  const { code, stdout } = await assay(['upload', ...files(), ...options], { env })
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      `${junit}: junit, 2 tests: 1 passed, 1 failed`,
      `${tap}: tap, 1 test: 1 passed`,
      '2 reports, 3 tests: 2 passed, 1 failed',
      'An upload would go into the run build-1 as shard 1/2 and complete it. Nothing was recorded',
      '',
    ],
  ])
  expect(await runs()).toEqual([])
})

test('upload --dry-run lists refused files, reads the others and exits with 3', async () => {
  const bad = file('bad.xml', '<testsuite>')
  const { code, stdout, stderr } = await assay(['upload', bad, ...files(), '--dry-run', '--json'], { env })
  const { summary, refused, files: read } = JSON.parse(stdout)
  expect([code, summary.total, read.length, refused[0].file]).toEqual([3, 3, 2, bad])
  expect(stderr).toContain(`assay: 1 of 3 files was refused:\n  ${bad}: `)
})

test('upload --dry-run ends at once when the credentials are refused', async () => {
  const { code, stdout } = await assay(['upload', ...files(), '--dry-run', '--secret', 'wrong'], { env })
  expect([code, stdout]).toEqual([3, ''])
})
