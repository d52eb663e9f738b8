import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ServerProcess, temporaryFolder } from '../../server/testing/process.ts'
import { missing, python } from './toolchains.ts'

/* A harness in each language that calls a running server only through its generated client. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

const here = fileURLToPath(new URL('.', import.meta.url))
const generated = join(here, 'generated')
const jar = join(here, 'node_modules', '@openapitools', 'openapi-generator-cli', 'bin', 'openapi-generator.jar')

const folder = temporaryFolder()
const server = new ServerProcess({ DATABASE_URL: `file:${folder.path}/assay.db`, LOG_LEVEL: 'warn' })
let url: string

beforeAll(async () => {
  run(process.execPath, 'install.mjs')
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated)
  url = await server.ready()
  for (const name of ['openapi.json', 'openapi-3.0.json'])
    writeFileSync(join(generated, name), await (await fetch(`${url}/api/${name}`)).text())
  for (const [language, what] of Object.entries(missing))
    if (what) console.warn(`No client in ${language}: this machine lacks ${what}`)
})

afterAll(async () => {
  await server.kill('SIGKILL')
  folder.remove()
})

test('TypeScript: openapi-typescript and openapi-fetch', () => {
  node('openapi-typescript/bin/cli.js', 'generated/openapi.json', '--output', 'generated/typescript/api.d.ts')
  node('typescript/bin/tsc', '--project', 'typescript')
  expect(run(process.execPath, 'typescript/journey.ts', url)).toContain('journey complete')
})

test('TypeScript: @hey-api/openapi-ts', () => {
  node('@hey-api/openapi-ts/bin/run.js', '--file', 'typescript-sdk/openapi-ts.config.mjs')
  node('typescript/bin/tsc', '--project', 'typescript-sdk')
  expect(run(process.execPath, 'typescript-sdk/journey.ts', url)).toContain('journey complete')
})

test.skipIf(missing.Python)('Python: openapi-generator', () => {
  generate('python', '--additional-properties=packageName=assay')
  expect(run(python as string, 'python/journey.py', url)).toContain('journey complete')
})

test.skipIf(missing.Java)('Java: openapi-generator, whose own jar holds the libraries that a client needs', () => {
  const packages = 'invokerPackage=assay,apiPackage=assay.api,modelPackage=assay.model'
  generate('java', '--library=native', `--additional-properties=${packages},openApiNullable=false`)
  const [sources, classes] = ['sources.txt', 'classes'].map((name) => join('generated', 'java', name)) as [
    string,
    string,
  ]
  writeFileSync(join(here, sources), [...sourcesIn('generated/java/src/main/java'), 'java/Journey.java'].join('\n'))
  run('javac', '-nowarn', '-encoding', 'UTF-8', '-cp', jar, '-d', classes, `@${sources}`)
  expect(run('java', '-cp', [jar, classes].join(delimiter), 'Journey', url)).toContain('journey complete')
})

function node(script: string, ...args: string[]): void {
  run(process.execPath, join('node_modules', script), ...args)
}

/** Generates a client with openapi-generator, which supports only OpenAPI 3.0. */
function generate(generator: string, ...options: string[]): void {
  const codeOnly = '--global-property=apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'
  const files = ['--input-spec=generated/openapi-3.0.json', `--output=generated/${generator}`]
  run('java', '-jar', jar, 'generate', `--generator-name=${generator}`, ...files, codeOnly, ...options)
}

function sourcesIn(directory: string): string[] {
  return readdirSync(join(here, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .map((name) => `${directory}/${name.replaceAll('\\', '/')}`)
}

/** Runs a command in this folder and returns its output. Throws with its error output. */
function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: here, encoding: 'utf8', stdio: 'pipe' })
}
