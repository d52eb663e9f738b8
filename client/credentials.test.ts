import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf } from './testing.ts'

const server = await useTestServer()
const project = await server.project(await server.person('Olga'))
let home: string
let config: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-home-'))
  config = join(home, '.config/assay/config.json')
  mkdirSync(join(home, '.config/assay'), { recursive: true })
  return () => rmSync(home, { recursive: true })
})

const credentials = () => ({ url: server.url, projectId: project.id, clientSecret: project.clientSecret })
const write = (content: unknown, mode = 0o600, file = config) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  chmodSync(file, mode)
}
const whoami = (args: string[] = [], env: Record<string, string> = {}, stdin = '') =>
  assay(['whoami', ...args], { env: { HOME: home, ...env }, stdin })

test('whoami shows the server, its version and the project', async () => {
  const { code, stdout } = await whoami(['--json'], environmentOf(server.url, project))
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      url: server.url,
      serverVersion: version,
      project: { id: project.id, name: 'Checkout', testSuiteCount: 0, testCaseCount: 0 },
    },
  ])
})

test('a flag overrides the environment, which overrides the config file', async () => {
  write({ ...credentials(), url: 'http://file.invalid', clientSecret: 'of the file' })
  const env = { ASSAY_URL: 'http://environment.invalid', ASSAY_CLIENT_SECRET: project.clientSecret }
  expect((await whoami(['--url', `${server.url}/api/`], env)).code).toBe(0)
  expect((await whoami(['--retries', '0'], env)).stderr).toContain('environment.invalid')
  expect((await whoami(['--retries', '0'])).stderr).toContain('file.invalid')
})

test('the config file is read from --config, else from XDG_CONFIG_HOME', async () => {
  const other = join(home, 'other.json')
  write(credentials(), 0o600, other)
  expect((await whoami(['--config', other])).code).toBe(0)
  mkdirSync(join(home, 'xdg/assay'), { recursive: true })
  write(credentials(), 0o600, join(home, 'xdg/assay/config.json'))
  expect((await whoami([], { XDG_CONFIG_HOME: join(home, 'xdg') })).code).toBe(0)
})

test('--secret - reads the secret from stdin', async () => {
  const args = ['--url', server.url, '--project', project.id, '--secret', '-']
  expect((await whoami(args, {}, `${project.clientSecret}\n`)).code).toBe(0)
  expect((await whoami(args, {}, '')).code).toBe(2)
})

test.runIf(process.platform !== 'win32').each([0o644, 0o640, 0o604])(
  'a config file of mode %o is refused with the chmod command that fixes it',
  async (mode) => {
    write(credentials(), mode)
    const { code, stderr } = await whoami()
    expect([code, stderr]).toEqual([
      2,
      `assay: ${config} holds a secret and other users can read it; run: chmod 600 ${config}\n`,
    ])
    expect((await whoami([], environmentOf(server.url, project))).code).toBe(0)
  },
)

test.each([
  ['{', 'is not valid JSON'],
  ['[]', 'expected object'],
  [{ url: 5 }, 'url: must be an http or https address'],
  [{ url: 'ftp://x' }, 'url: must be an http or https address'],
  [
    { url: 'http://x', projectId: 'x' },
    'no client secret: give --secret -, set ASSAY_CLIENT_SECRET, or put clientSecret into ',
  ],
])('a config file with %j ends with exit code 2', async (content, message) => {
  write(content)
  const { code, stderr } = await whoami()
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('a missing --config file ends with exit code 2', async () => {
  const { code, stderr } = await whoami(['--config', join(home, 'gone.json')])
  expect([code, stderr]).toEqual([2, `assay: ${join(home, 'gone.json')} does not exist\n`])
})

test('config set writes a file that only its owner can read', async () => {
  write({}, 0o600)
  rmSync(join(home, '.config'), { recursive: true })
  const args = ['config', 'set', '--url', server.url, '--project', project.id, '--secret', '-']
  const { code, stdout } = await assay(args, { env: { HOME: home }, stdin: project.clientSecret })
  expect([code, stdout]).toEqual([0, `Written to ${config}\n`])
  if (process.platform !== 'win32') expect(statSync(config).mode & 0o777).toBe(0o600)
  expect((await whoami()).code).toBe(0)
})

test('config set stores no secret of the environment, and says so', async () => {
  const env = { HOME: home, ...environmentOf(server.url, project) }
  const { code, stderr } = await assay(['config', 'set'], { env })
  expect([code, JSON.parse(readFileSync(config, 'utf8'))]).toEqual([0, { url: server.url, projectId: project.id }])
  expect(stderr).toBe(
    'The secret of ASSAY_CLIENT_SECRET was not stored: a secret of the environment stays there. ' +
      'To store one, give --secret -\n',
  )
})

test('config set keeps the secret of the file when the environment has another one', async () => {
  write(credentials())
  const env = { HOME: home, ASSAY_CLIENT_SECRET: 'of the environment' }
  expect((await assay(['config', 'set', '--project', project.id], { env })).code).toBe(0)
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual(credentials())
})

test('login stores a pasted token, of a person or of a project, in a file that only its owner reads', async () => {
  const olga = await server.person('Olga2')
  const own = await server.project(olga)
  const paste = async (token: string, args: string[] = []) =>
    await assay(['login', '--url', server.url, ...args], { env: { HOME: home }, stdin: `${token}\n` })
  const wish = { name: 'Laptop', verbs: ['read'] }
  const { token } = (await server.post('/auth/tokens', wish, olga)).body
  const { code, stdout, stderr } = await paste(token, ['--project', own.id])
  expect([code, stderr]).toEqual([0, `Create a token at ${server.url}/profile and paste it here. It is not shown.\n`])
  expect(stdout).toContain('Signed in with the token Laptop (read)')
  expect(stdout).not.toContain(token)
  expect(statSync(config).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({ url: server.url, projectId: own.id, token })
  expect((await whoami()).code).toBe(0)

  const { token: secret } = (await server.post(`/projects/${own.id}/tokens`, wish, olga)).body
  expect((await paste(secret)).code).toBe(0)
  const stored = { url: server.url, projectId: own.id, clientSecret: secret }
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual(stored)
  expect((await whoami()).code).toBe(0)
  expect((await whoami([], { ASSAY_TOKEN: token })).code).toBe(0)
  expect((await whoami([], { ASSAY_TOKEN: secret })).code).toBe(0)
  expect((await assay(['members', 'list'], { env: { HOME: home, ASSAY_TOKEN: token } })).code).toBe(0)
  expect((await paste('not a token')).code).toBe(2)
  expect((await paste(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`)).stderr).toContain(
    'Invalid or expired',
  )
  expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual(stored)
})
