import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* Shared by all entry points. Plain JavaScript, because the system's Node may be too old for TypeScript. */

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Node's defaults double the memory of large reads and uploads, and save a few percent of processor time. The server
 * collects its garbage once, after its start. Pretenuring is off: in about one start of twenty
 * it took what calls allocate for long-lived, and the server lost a third of its rate until its end.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
  '--expose-gc',
  '--no-allocation-site-pretenuring',
]

/**
 * Makes glibc return freed large buffers to the system: by default it keeps tens of megabytes. A lower first limit would
 * slow the chunks of whole reads by half. One arena for all threads keeps less memory than one each.
 */
export const SERVER_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '1',
}

/** Installs the locked dependencies of a folder if they are missing or the lock file changed. */
export function ensureInstalled(folder = root) {
  if (isInstalled(folder)) return
  console.log('Installing dependencies …')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('npm ci failed')
}

/** Compares the lock file with npm's record. Optional packages of other platforms may be missing. */
function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const [wanted, present] = [join(folder, 'package-lock.json'), record].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  )
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || present[path]?.version === version || (optional && !present[path]),
  )
}

/** Builds the browser app if its sources changed since the last build. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.sources')
  const digest = digestOfSources(['src', 'client', 'shared', 'vite.config.ts', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the browser app …')
  const { status, stdout, stderr } = spawnSync(node(), [bin('vite', 'vite'), 'build', '--logLevel', 'warn'], {
    cwd: root,
  })
  if (status !== 0) fail(`vite build failed\n${stdout}${stderr}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, digest)
}

/**
 * A digest of files and folders of the project, without tests.
 *
 * @param {string[]} names
 */
export function digestOfSources(names) {
  const files = names
    .flatMap((name) => filesOf(join(root, name)))
    .filter((file) => !/\.(test|e2e|looks|load)\.tsx?$|[/\\]testing[/\\]/.test(file))
  return digestOf(files)
}

/** The Node of the lock file, or the system's own if it can run TypeScript. */
export function node() {
  const bundled = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(bundled)) return bundled
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  return fail(`Assay needs Node 22.18 or newer; this is ${process.version}`)
}

/** The path of the script behind a package's command. */
export function bin(name, command) {
  const folder = join(root, 'node_modules', name)
  const { bin: entry } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof entry === 'string' ? entry : entry[command])
}

/**
 * Runs a script on the right Node, forwards signals and resolves to its exit code.
 *
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {'inherit' | 'ignore'} [stdout]
 * @param {(text: string) => void} [onError] gets what the script writes to stderr, which is passed on
 */
export function run(args, env = {}, stdout = 'inherit', onError) {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const child = spawn(node(), args, {
    stdio: ['inherit', stdout, onError ? 'pipe' : 'inherit'],
    env: { ...process.env, PATH: path, ...env },
  })
  child.stderr?.on('data', (chunk) => {
    process.stderr.write(chunk)
    onError?.(String(chunk))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) endWithParent(child)
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1))))
}

/** npm sends SIGTERM to its shell, which ends without forwarding it. */
function endWithParent(child) {
  const parent = process.ppid
  const check = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 200)
  check.unref()
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
