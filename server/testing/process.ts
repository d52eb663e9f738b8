import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../index.ts', import.meta.url))

/** Shared by all processes of tests: module compilation takes most of the start time. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/** Ends the server even if the test is killed. Its worker threads load this too, and have no channel. */
const END_WITH_TEST = `data:text/javascript,${encodeURIComponent(
  `process.once('disconnect', () => process.kill(process.pid, 'SIGKILL')); process.channel?.unref()`,
)}`

/** Creates a temporary folder for a test. Call `remove` afterwards. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'assay-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as AddressInfo
  await new Promise((resolve) => holder.close(resolve))
  return port
}

type ProcessOptions = {
  /** Those of Node. */
  flags?: string[]
  /** A server that says where it is ready, by default the product. */
  entry?: string
  /** A file in place of `err`. */
  stderr?: number | undefined
}

export class ServerProcess {
  readonly child: ChildProcess
  /** The output so far. */
  out = ''
  err = ''
  readonly exited: Promise<number | null>
  readonly #exit = Promise.withResolvers<number | null>()

  constructor(environment: Record<string, string>, { flags = [], entry = ENTRY, stderr }: ProcessOptions = {}) {
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      ...environment,
    }
    const args = [...flags, '--import', END_WITH_TEST, entry]
    this.child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', stderr ?? 'pipe', 'ipc'] })
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()))
    this.child.on('close', (code) => this.#exit.resolve(code))
    this.exited = this.#exit.promise
  }

  /** Resolves to the server's URL once it is ready. Rejects if the process ends first. */
  async ready(): Promise<string> {
    const found = Promise.withResolvers<string>()
    const look = () => {
      const [, url] = /ready at (http\S+)/.exec(this.out) ?? []
      if (url) found.resolve(url)
    }
    this.child.stdout?.on('data', look)
    void this.exited.then((code) => found.reject(new Error(`ended with ${code}: ${this.err}`)))
    look()
    return await found.promise
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal)
    return await this.exited
  }
}

/** Makes one REST call. */
export async function request(url: string, method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

export async function startFirstRun(
  url: string,
): Promise<{ token: string; testCase: { id: string }; run: { id: string } }> {
  const { body: ada } = await request(url, 'POST', '/auth/sign-up', {
    email: 'ada@example.com',
    password: 'secret',
    name: 'Ada',
  })
  const post = async (path: string, body: object) => (await request(url, 'POST', path, body, ada.accessToken)).body
  const project = await post('/projects', { name: 'P' })
  const suite = await post('/test-suites', { name: 'S', projectId: project.id })
  const testCase = await post('/test-cases', { name: 'C', testSuiteId: suite.id, type: 'auto' })
  return { token: ada.accessToken, testCase, run: await post(`/test-runs/project/${project.id}`, {}) }
}
