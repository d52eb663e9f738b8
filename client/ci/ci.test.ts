import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFolder } from '../../server/testing/use-folder.ts'
import { useTestServer } from '../../server/testing/use-server.ts'
import { assay, environmentOf, faultyProxy } from '../testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const folder = useFolder()
const SUMMARY = join(folder, 'summary.md')
let project: { id: string; clientSecret: string }
let env: Record<string, string>
beforeEach(async () => {
  project = await server.project(olga)
  rmSync(SUMMARY, { force: true })
  env = {
    ...environmentOf(server.url, project),
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '9001',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SHA: 'a1b2c3d4e5f6',
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: SUMMARY,
  }
})

function report(name: string, inside = ''): string {
  const path = join(folder, `${name}.xml`)
  writeFileSync(path, `<testsuite name="Cart"><testcase name="${name}">${inside}</testcase></testsuite>`)
  return path
}
const FAILURE = '<failure message="it is 2">at cart.ts:3:1</failure>'
writeFileSync(join(folder, 'cart.ts'), '')
const runs = async () => (await server.get(`/test-runs/project/${project.id}`, olga)).body

describe('the build of a CI', () => {
  test('all jobs of one build upload into one run, which has branch, commit and build address', async () => {
    const { stderr } = await assay(['upload', report('unit')], { env })
    await assay(['upload', report('e2e')], { env })
    const [run, ...others] = await runs()
    expect([others.length, run.key, run.summary.total]).toEqual([0, 'github-9001', 2])
    expect(run).toMatchObject({
      description: 'github-9001',
      branch: 'main',
      commit: 'a1b2c3d4e5f6',
      buildUrl: 'https://github.com/acme/shop/actions/runs/9001',
      environment: null,
      milestone: null,
    })
    expect(stderr).toContain(
      'GitHub Actions: run github-9001, branch main, commit a1b2c3d4e5f6, ' +
        'build https://github.com/acme/shop/actions/runs/9001, attempt 1\n',
    )
  })

  test('options win over the variables of the CI, and --no-ci ignores them', async () => {
    const options = [
      '--run',
      'mine',
      '--branch',
      'topic',
      '--commit',
      'c0ffee',
      '--build-url',
      'https://ci.example.com/1',
      '--environment',
      'staging',
      '--milestone',
      'Release 2',
    ]
    await assay(['upload', report('a'), ...options], { env })
    const { stdout, stderr } = await assay(['upload', report('b', FAILURE), '--no-ci'], { env })
    const [plain, mine] = await runs()
    expect(mine).toMatchObject({ key: 'mine', branch: 'topic', commit: 'c0ffee', buildUrl: 'https://ci.example.com/1' })
    expect(mine).toMatchObject({ environment: 'staging', milestone: 'Release 2' })
    expect([plain.key, plain.branch, stderr.includes('GitHub'), stdout.includes('::')]).toEqual([
      null,
      null,
      false,
      false,
    ])
  })

  test.each<[string, string, string[], string | null]>([
    ['the first attempt', '1', [], null],
    ['the second attempt', '2', [], 'true'],
    ['the second attempt with --no-retry', '2', ['--no-retry'], null],
    ['the first attempt with --retry', '1', ['--retry'], 'true'],
  ])('upload sends retry for %s', async (_, attempt, options, expected) => {
    const proxy = await faultyProxy(server.url, [])
    const there = { ...env, ASSAY_URL: proxy.url, GITHUB_RUN_ATTEMPT: attempt }
    await assay(['upload', report('a'), ...options], { env: there })
    await proxy.close()
    const put = proxy.seen.find(({ method }) => method === 'PUT')
    const query = new URL(put?.url ?? '', server.url).searchParams
    expect([query.get('retry'), query.get('run')]).toEqual([expected, 'github-9001'])
  })

  test('a test that failed in the first attempt and passes in the second is flaky', async () => {
    await assay(['upload', report('a', FAILURE)], { env })
    const again = { ...env, GITHUB_RUN_ATTEMPT: '2' }
    const { code, stdout } = await assay(['upload', report('a'), '--fail-on', 'failed,error'], { env: again })
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 test: 1 passed, 1 flaky\n')])
  })

  test('an attempt whose run has ended gets a run of its own', async () => {
    await assay(['upload', report('a', FAILURE), '--complete'], { env })
    const again = { ...env, GITHUB_RUN_ATTEMPT: '2' }
    const { code, stderr } = await assay(['upload', report('a'), '--complete'], { env: again })
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('The run github-9001 has ended; this attempt goes into'),
    ])
    expect((await runs()).map(({ key, status }: any) => [key, status])).toEqual([
      ['github-9001-attempt-2', 'completed'],
      ['github-9001', 'completed'],
    ])
  })
})

describe('in GitHub Actions', () => {
  test('upload prints annotations for failed tests and writes the job summary', async () => {
    const files = [report('pays', FAILURE), report('adds'), report('drops', '<flakyFailure message="once"/>')]
    const { code, stdout } = await assay(['upload', ...files], { env })
    const [run] = await runs()
    expect([code, stdout.split('\n').filter((line) => line.startsWith('::'))]).toEqual([
      0,
      ['::error file=cart.ts,line=3,title=Cart › pays::it is 2'],
    ])
    const text = readFileSync(SUMMARY, 'utf8')
    expect(text).toContain('| 3 | 2 | 1 | 0 | 1 | 0 | 0 |')
    expect(text).toContain('<td>Failed</td><td><code>Cart › pays</code><pre>it is 2</pre>')
    expect(text).toContain('<td>Flaky</td><td><code>Cart › drops</code>')
    expect(text).toContain(`[Open the run](${server.url}/projects/${project.id}?tab=runs&run=${run.id})`)
  })

  test('upload --json prints annotations on stderr and keeps stdout one document', async () => {
    const { stdout, stderr } = await assay(['upload', report('pays', FAILURE), '--json', '--quiet'], { env })
    expect([JSON.parse(stdout).testRun.summary.failed, stderr]).toEqual([
      1,
      '::error file=cart.ts,line=3,title=Cart › pays::it is 2\n',
    ])
  })

  test('upload appends to the summary of earlier commands, and skips it when the limit of 1 MiB is near', async () => {
    writeFileSync(SUMMARY, 'before\n')
    await assay(['upload', report('a')], { env })
    expect(readFileSync(SUMMARY, 'utf8')).toMatch(/^before\n### Assay: run running\n/)
    writeFileSync(SUMMARY, 'x'.repeat(1024 * 1024 - 100))
    const { code, stderr } = await assay(['upload', report('b')], { env })
    expect([code, stderr, readFileSync(SUMMARY, 'utf8').length]).toEqual([
      0,
      expect.stringContaining('No room for the job summary'),
      1024 * 1024 - 100,
    ])
  })

  test('a summary that cannot be written is a note and no failure', async () => {
    const { code, stderr } = await assay(['upload', report('a')], { env: { ...env, GITHUB_STEP_SUMMARY: folder } })
    expect([code, stderr]).toEqual([0, expect.stringContaining('The job summary was not written: EISDIR')])
  })
})

test('outside GitHub Actions upload prints no annotations and writes no summary', async () => {
  const { GITHUB_ACTIONS: _, ...outside } = env
  const { stdout, stderr } = await assay(['upload', report('a', FAILURE)], { env: outside })
  expect(`${stdout}${stderr}`).not.toMatch(/^::|GitHub/m)
  expect(() => readFileSync(SUMMARY)).toThrow('ENOENT')
})
