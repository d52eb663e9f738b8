import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { useFolder } from '../server/testing/use-folder.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { ENTRY, environmentOf, faultyProxy, type Fault } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const folder = useFolder()
let project: { id: string; clientSecret: string }
beforeEach(async () => {
  project = await server.project(olga)
})

function report(name: string): string {
  const path = join(folder, `${name}.xml`)
  writeFileSync(path, `<testsuite name="Payments"><testcase name="${name}"/></testsuite>`)
  return path
}

/** Sends the signal when the proxy has seen this number of uploads. */
async function interrupt(signal: 'SIGINT' | 'SIGTERM', args: string[], faults: Fault[], requests: number) {
  const proxy = await faultyProxy(server.url, faults)
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environmentOf(proxy.url, project) }
  const child = spawn(process.execPath, [ENTRY, ...args], { env })
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  await expect.poll(() => proxy.seen.length).toBe(requests)
  await proxy.received()
  child.kill(signal)
  const [stdout, stderr] = await output
  await proxy.close()
  return { code: await closed, stdout, stderr }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'after %s upload says what was sent, is unknown and was not sent, and exits with %i',
  async (signal, exit) => {
    const files = ['a', 'b', 'c'].map(report)
    const args = ['upload', ...files, '--run', 'build-1', '--complete']
    const { code, stdout, stderr } = await interrupt(signal, args, ['pass', 'no response'], 2)
    expect([code, stdout]).toEqual([exit, ''])
    expect(stderr).toContain(
      [
        `assay: Interrupted (${signal})`,
        `Sent: ${files[0]}`,
        `Not sent: ${files[2]}`,
        `Not known: ${files[1]} was sent, but its answer had not come; it may be recorded`,
        'Run the same command again with --run build-1 to continue. Files already sent are not counted twice\n',
      ].join('\n'),
    )
    const runs = (await server.get(`/test-runs/project/${project.id}`, olga)).body
    expect(runs.map(({ status, summary }: any) => [status, summary.total])).toEqual([['running', 1]])
  },
)

test('after SIGINT upload does not claim that a file without an answer was not sent', async () => {
  const file = report('a')
  const { code, stderr } = await interrupt('SIGINT', ['upload', file], ['no response'], 1)
  expect([code, stderr.slice(stderr.indexOf('assay:'))]).toEqual([
    130,
    `assay: Interrupted (SIGINT)\nNot known: ${file} was sent, but its answer had not come; it may be recorded\n` +
      'See assay runs list before you send it again\n',
  ])
})

test('after SIGINT upload --json prints one document', async () => {
  const file = report('a')
  const { code, stdout } = await interrupt('SIGINT', ['upload', file, '--json'], ['no response'], 1)
  expect([code, JSON.parse(stdout).error]).toMatchObject([130, { exitCode: 130, files: [], notKnown: [file] }])
})

test('after SIGINT an import without an answer says that it is not known whether it began', async () => {
  const path = join(folder, 'cases.csv')
  writeFileSync(path, 'suite,name,expectedValueType,expectedValue\nA,one,string,x\n')
  const { code, stderr } = await interrupt('SIGINT', ['cases', 'import', path], ['pass', 'no response'], 2)
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining('assay: Interrupted (SIGINT)\nIt is not known whether the import has begun'),
  ])
})
