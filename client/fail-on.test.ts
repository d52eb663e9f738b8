import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
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

function report(file: string, outcomes: Record<string, 'passed' | 'failed' | 'error' | 'flaky'>): string {
  const inner = {
    passed: '',
    failed: '<failure message="it is 2"/>',
    error: '<error message="it broke"/>',
    flaky: '<flakyFailure message="once"/>',
  }
  const cases = Object.entries(outcomes).map(
    ([name, outcome]) => `<testcase classname="Payments" name="${name}">${inner[outcome]}</testcase>`,
  )
  const path = join(folder, file)
  writeFileSync(path, `<testsuites><testsuite name="Payments">${cases.join('')}</testsuite></testsuites>`)
  return path
}

describe('--fail-on', () => {
  test.each([
    ['failed', { a: 'passed', b: 'error' }, 0],
    ['failed', { a: 'passed', b: 'failed' }, 1],
    ['error', { a: 'failed', b: 'error' }, 1],
    ['failed,error', { a: 'passed' }, 0],
    ['failed,error', { a: 'passed', b: 'error' }, 1],
    ['flaky', { a: 'failed', b: 'passed' }, 0],
    ['flaky', { a: 'passed', b: 'flaky' }, 1],
  ] as const)('--fail-on %s with %o ends with exit code %i', async (list, outcomes, expected) => {
    const { code, stdout } = await assay(['upload', report('a.xml', outcomes), '--fail-on', list], { env })
    expect(code).toBe(expected)
    if (expected === 1)
      expect(stdout).toMatch(/^1 test (failed|ended in an error|passed only after a failure):\n {2}\S+ › b$/m)
  })

  test('--fail-on new-failures lists tests that passed before, and ignores those that failed before', async () => {
    await assay(['upload', report('a.xml', { old: 'failed', fresh: 'passed' })], { env })
    const again = ['upload', report('b.xml', { old: 'failed', fresh: 'failed' }), '--fail-on', 'new-failures']
    const { code, stdout } = await assay([...again, '--json'], { env })
    const { met, failing } = JSON.parse(stdout).failOn
    expect([code, met, failing['new-failures'].map(({ name }: any) => name)]).toEqual([1, ['new-failures'], ['fresh']])
    expect((await assay(again, { env })).code).toBe(0)
  })

  test('--fail-on new-failures compares with the last run of the same branch', async () => {
    await assay(['upload', report('a.xml', { a: 'passed' }), '--branch', 'main'], { env })
    await assay(['upload', report('b.xml', { a: 'failed' }), '--branch', 'topic'], { env })
    const again = (branch: string) =>
      assay(['upload', report('c.xml', { a: 'failed' }), '--branch', branch, '--fail-on', 'new-failures'], { env })
    expect([(await again('topic')).code, (await again('main')).code]).toEqual([0, 1])
  })

  test('--fail-on ignores quarantined cases and lists them apart, unless --include-quarantined', async () => {
    await assay(['upload', report('a.xml', { known: 'passed', other: 'passed' })], { env })
    const [suite] = (await server.get(`/test-suites/project/${project.id}`, olga)).body
    const { id } = suite.testCases.find(({ name }: any) => name === 'known')
    await server.call('PUT', `/test-cases/${id}/quarantine`, { as: olga, body: {} })
    const upload = ['upload', report('b.xml', { known: 'failed', other: 'passed' }), '--fail-on', 'failed,new-failures']
    const { code, stdout } = await assay(upload, { env })
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('1 test of quarantined cases, not counted:\n  Payments › known\n'),
    ])
    const { failOn } = JSON.parse((await assay([...upload, '--json'], { env })).stdout)
    expect([failOn.met, failOn.quarantined.map(({ name }: any) => name)]).toEqual([[], ['known']])
    expect((await assay([...upload, '--include-quarantined'], { env })).code).toBe(1)
  })

  test('--fail-on with an unknown condition ends with exit code 2', async () => {
    const { code, stderr } = await assay(['upload', 'x', '--fail-on', 'failures'], { env })
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('It must be a list of failed, error, flaky, new-failures, empty.'),
    ])
  })

  test('--fail-on can be repeated, and lists the first lines of each message below the name', async () => {
    const path = report('lines.xml', { slow: 'flaky' })
    writeFileSync(
      join(folder, 'long.xml'),
      `<testsuite name="Payments"><testcase name="b"><failure message="one&#10;&#10;two&#10;${'x'.repeat(300)}&#10;four"/></testcase></testsuite>`,
    )
    const { code, stdout } = await assay(
      ['upload', path, join(folder, 'long.xml'), '--fail-on', 'failed', '--fail-on', 'error,flaky'],
      { env },
    )
    const [, , ...lines] = stdout.split('\n')
    expect([code, lines.slice(0, 6)]).toEqual([
      1,
      ['1 test failed:', '  Payments › b', '      one', '      two', `      ${'x'.repeat(160)}…`, '      …'],
    ])
    expect(lines[6]).toBe('1 test passed only after a failure:')
  })

  test('--fail-on empty names the reports without any test, and the other reports count', async () => {
    const empty = report('empty.xml', {})
    const files = [report('full.xml', { a: 'passed' }), empty]
    const { code, stdout } = await assay(['upload', ...files, '--fail-on', 'empty'], { env })
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`1 test: 1 passed\n1 report without any test:\n  ${empty}\n`),
    ])
    const json = await assay(['upload', ...files, '--fail-on', 'empty', '--json'], { env })
    expect(JSON.parse(json.stdout).failOn).toMatchObject({ met: ['empty'], empty: [empty] })
    expect((await assay(['upload', files[0] as string, '--fail-on', 'empty'], { env })).code).toBe(0)
  })

  test('a report without any test meets every --fail-on, unless --allow-empty', async () => {
    const empty = report('empty.xml', {})
    for (const condition of ['failed', 'error', 'flaky', 'new-failures']) {
      const upload = ['upload', empty, '--fail-on', condition]
      const { code, stdout } = await assay(upload, { env })
      expect([code, stdout]).toEqual([1, expect.stringContaining(`1 report without any test:\n  ${empty}\n`)])
      expect((await assay([...upload, '--allow-empty'], { env })).code).toBe(0)
    }
    expect((await assay(['upload', empty], { env })).code).toBe(0)
    const both = ['upload', empty, '--fail-on', 'failed,empty', '--allow-empty']
    expect((await assay(both, { env })).code).toBe(1)
  })

  test('what a report makes the command print cannot command the CI that reads the log', async () => {
    const path = join(folder, 'commands.xml')
    const message = '::add-mask::x&#10;##[set-env name=A]b&#10;##vso[task.complete]'
    writeFileSync(
      path,
      `<testsuite name="##[group]s"><testcase name="a"><failure message="${message}"/></testcase></testsuite>`,
    )
    const shown = await assay(['upload', path, '--fail-on', 'failed'], { env })
    expect(shown.stdout).toContain(
      '  # #[group]s › a\n      : :add-mask::x\n      # #[set-env name=A]b\n      # #vso[task.complete]\n',
    )
    const json = await assay(['upload', path, '--fail-on', 'failed', '--json'], { env })
    expect(json.stdout).not.toContain('##')
    expect(JSON.parse(json.stdout).failOn.failing.failed[0].suite).toBe('##[group]s')
  })
})
