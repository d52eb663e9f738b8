import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useFolder } from '../../server/testing/use-folder.ts'
import { useTestServer } from '../../server/testing/use-server.ts'
import { environmentOf, runCommand } from '../testing.ts'

/* Installs the packed command into an empty folder and runs it with the system's Node. */

const root = join(import.meta.dirname, '../..')
const server = await useTestServer()
const olga = await server.person('Olga')
const project = await server.project(olga)
const folder = useFolder()
const installed = join(folder, 'node_modules/@assay/cli')
const systemPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter)
const env = { ...environmentOf(server.url, project), PATH: systemPath }
const assay = (args: string[], options: { stdin?: string } = {}) =>
  runCommand([join(folder, 'node_modules/.bin/assay'), ...args], { env, cwd: folder, ...options })
const report = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return name
}

beforeAll(() => {
  const pack = ['scripts/pack-cli.ts', '--output', folder]
  const tarball = execFileSync(process.execPath, pack, { cwd: root, encoding: 'utf8' }).trim()
  rmSync(join(folder, 'package'), { recursive: true })
  const offline = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', folder, ...offline, tarball], {
    env: { ...process.env, PATH: systemPath },
  })
})

test('the package is one file of JavaScript without dependencies, and smaller than 1 MB', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(readdirSync(installed).toSorted()).toEqual(
    [
      'LICENSE',
      'LICENSES.md',
      'README.md',
      'REPORTERS.md',
      'assay.cjs',
      'cli.mjs',
      'load.cjs',
      'package.json',
    ].toSorted(),
  )
  expect([manifest.dependencies, manifest.engines.node, existsSync(join(folder, 'node_modules/zod'))]).toEqual([
    undefined,
    '>=20',
    false,
  ])
  const licenses = readFileSync(join(installed, 'LICENSES.md'), 'utf8')
  const bundled = Array.from(licenses.matchAll(/^## (\S+) - /gm), ([, name]) => name)
  expect(bundled).toContain('commander')
  expect(bundled.filter((name) => /sqlite|kysely|express|pg$|react/.test(name ?? ''))).toEqual([])
  expect(statSync(join(installed, 'cli.mjs')).size).toBeLessThan(1_000_000)
})

test('the installed command prints its help and version', async () => {
  const [help, version] = [await assay(['--help']), await assay(['--version'])]
  const { version: expected } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect([help.code, help.stdout.includes('upload'), version.stdout]).toEqual([0, true, `${expected}\n`])
})

test('the installed command uploads files by pattern, shows the run and completes it', async () => {
  report('one.xml', '<testsuite name="S"><testcase name="a"/></testsuite>')
  report('two.xml', '<testsuite name="S"><testcase name="b"><failure message="no"/></testcase></testsuite>')
  const { code, stdout, stderr } = await assay(['upload', '*.xml', '--run', 'b1', '--fail-on', 'failed'])
  expect([code, stderr.includes('Sending two.xml')]).toEqual([1, true])
  expect(stdout).toContain('2 tests: 1 passed, 1 failed\n1 test failed:\n  S › b\n      no\n')
  expect((await assay(['runs', 'show', 'b1', '--results'])).stdout).toContain('S › b: no')
  expect((await assay(['runs', 'complete', 'b1'])).code).toBe(0)
  expect((await assay(['runs', 'list'])).stdout).toContain('completed')
})

test('the installed command exports and imports cases', async () => {
  const csv = 'suite,name,expectedValueType,expectedValue\nX,one,string,1\nY,two,string,2\n'
  const imported = await assay(['cases', 'import', '-'], { stdin: csv })
  expect(imported.stdout).toContain('2 cases created')
  const { stdout } = await assay(['cases', 'export'])
  expect(stdout).toContain('"X","one"')
  expect((await assay(['cases', 'import', '-'], { stdin: stdout })).stdout).toContain('0 cases created, 0 updated')
})

test('a Node older than 20 ends the installed command with one line', () => {
  const old = join(folder, 'old.cjs')
  writeFileSync(old, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })")
  const { status, stdout, stderr } = spawnSync('node', ['-r', old, join(installed, 'assay.cjs'), '--version'], {
    env,
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([2, '', 'assay: Node 20 or newer is needed; this is 18.20.4\n'])
})

test('npm pack of the whole repository is refused and names the command that packs the client', () => {
  const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', folder], {
    cwd: root,
    env: { ...process.env, PATH: systemPath },
    encoding: 'utf8',
  })
  expect(status).not.toBe(0)
  expect(stderr).toContain(
    'This folder is the server, which is not packed. For the command `assay` alone: npm run pack:cli\n',
  )
  expect(existsSync(join(folder, 'assay-0.1.0.tgz'))).toBe(false)
})
