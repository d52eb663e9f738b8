import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { embedded, playwrightReport } from '../server/test-reports/testing-files.ts'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, environmentOf, faultyProxy } from './testing.ts'

/* `assay upload` attaches the files beside a report. */

const server = await useTestServer({ ATTACHMENT_MAX_MB: 2 })
const olga = await server.person('Olga')
const folder = useFolder()
const shots = join(folder, 'shots')
mkdirSync(shots)
let project: { id: string; clientSecret: string }
let env: Record<string, string>
beforeEach(async () => {
  project = await server.project(olga)
  env = environmentOf(server.url, project)
})

function report(paths: string[], file = 'junit.xml', name = 'pays'): string {
  const lines = paths.map((path) => `[[ATTACHMENT|${path}]]`).join('\n')
  const path = join(folder, file)
  const text = `<testsuite name="S"><testcase name="${name}"><system-out>${lines}</system-out></testcase></testsuite>`
  writeFileSync(path, text)
  return path
}

function fileOf(path: string, bytes: Uint8Array = randomBytes(1000)): Uint8Array {
  writeFileSync(join(folder, path), bytes)
  return bytes
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The only run, and the attachments of its results with their digests. */
async function recorded() {
  const [run] = (await server.get(`/test-runs/project/${project.id}`, olga)).body
  const { results } = (await server.get(`/test-runs/${run.id}`, olga)).body
  const attached = await Promise.all(
    results
      .flatMap(({ attachments }: any) => attachments)
      .map(async ({ id, name }: any) => {
        const headers = { authorization: olga.authorization }
        const bytes = await (await fetch(`${server.url}/api/attachments/${id}`, { headers })).arrayBuffer()
        return [name, digestOf(new Uint8Array(bytes))]
      }),
  )
  return { run, attached: Object.fromEntries(attached), count: attached.length }
}

test('files that a report names are attached before the run is completed, relative to the report or absolute', async () => {
  const [a, b] = [fileOf('shots/a.png'), fileOf('shots/b.zip', randomBytes(1024 * 1024))]
  fileOf('shots/not-named.png')
  const { code, stderr, stdout } = await assay(
    ['upload', report(['shots/a.png', join(shots, 'b.zip')]), '--complete', '--run', 'build-1'],
    { env },
  )
  const { run, attached } = await recorded()
  expect([code, run.status, attached]).toEqual([0, 'completed', { 'a.png': digestOf(a), 'b.zip': digestOf(b) }])
  expect(stderr).toContain('junit.xml: 2 files attached (1.0 MB)')
  expect(stdout).toContain(`Run ${run.id}: completed`)
})

test('files in the report and files beside it are attached together', async () => {
  const trace = fileOf('trace.zip')
  const path = join(folder, 'report.json')
  writeFileSync(path, playwrightReport([[embedded('log', 'log', 'text/plain'), { name: 'trace', path: 'trace.zip' }]]))
  const { stderr } = await assay(['upload', path], { env })
  expect((await recorded()).attached).toEqual({ 'log.txt': digestOf(Buffer.from('log')), 'trace.zip': digestOf(trace) })
  expect(stderr).toContain('1 file in the report attached')
})

test('missing and refused files are named, and the others are attached', async () => {
  const a = fileOf('a.png')
  fileOf('large.bin', Buffer.alloc(2 * 1024 * 1024 + 1))
  const args = [
    'upload',
    report(['gone.png', 'a.png', 'large.bin', 'shots', '../../../nowhere/x']),
    '--complete',
    '--json',
  ]
  const { code, stderr, stdout } = await assay(args, { env })
  const { run, attached } = await recorded()
  expect([code, run.status, attached]).toEqual([0, 'completed', { 'a.png': digestOf(a) }])
  for (const path of ['gone.png', 'shots', '../../../nowhere/x'])
    expect(stderr).toContain(`junit.xml: warning: not found, so not attached: ${path}`)
  expect(stderr).toContain('warning: not attached: large.bin: The attachment is larger than 2 MB')
  expect(JSON.parse(stdout).files[0].attached).toMatchObject({
    sent: 1,
    missing: ['gone.png', 'shots', '../../../nowhere/x'],
    refused: [{ path: 'large.bin' }],
  })
})

test('a repeated upload attaches no file twice, also after the run has ended', async () => {
  fileOf('a.png')
  const path = report(['a.png'])
  for (const args of [[], ['--complete'], ['--complete']]) {
    const { code, stderr } = await assay(['upload', path, '--run', 'build-1', ...args], { env })
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 file attached')])
  }
  const { run, count } = await recorded()
  expect([run.status, count]).toEqual(['completed', 1])
})

test('lost answers are retried, and each file is attached once', async () => {
  for (const name of ['1', '2', '3']) fileOf(`${name}.txt`)
  const isUpload = ({ method }: { method: string }) => method === 'POST'
  const proxy = await faultyProxy(server.url, ['drop the response', { status: 503 }, 'drop the response'], isUpload)
  const { code } = await assay(['upload', report(['1.txt', '2.txt', '3.txt']), '--complete'], {
    env: { ...env, ASSAY_URL: proxy.url },
  })
  await proxy.close()
  const { run, attached, count } = await recorded()
  expect([code, run.status, Object.keys(attached).toSorted(), count]).toEqual([
    0,
    'completed',
    ['1.txt', '2.txt', '3.txt'],
    3,
  ])
})

test('a run of two shards is completed when both have their files', async () => {
  fileOf('a.png')
  for (const [shard, status] of [
    ['1/2', 'running'],
    ['2/2', 'completed'],
  ] as const) {
    const path = report(['a.png'], `${shard[0]}.xml`, `pays ${shard[0]}`)
    await assay(['upload', path, '--run', 'parts', '--shard', shard, '--complete'], { env })
    expect((await recorded()).run.status).toBe(status)
  }
  expect((await recorded()).count).toBe(2)
})

test('--no-attachments sends none of the files that a report names', async () => {
  fileOf('a.png')
  const { code, stderr } = await assay(['upload', report(['a.png']), '--complete', '--no-attachments'], { env })
  const { run, count } = await recorded()
  expect([code, run.status, count]).toEqual([0, 'completed', 0])
  expect(stderr).not.toContain('attached')
})
