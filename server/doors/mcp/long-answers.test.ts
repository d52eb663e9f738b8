import { expect, test } from 'vitest'
import { PNG } from '../../attachments/testing.ts'
import { machine } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { agentOf } from './testing.ts'

/* No answer is longer than 20 kB, and `next` leads to all of it. */

const MAX = 20_500
const server = await useTestServer()
const owner = await server.person('Olga')

async function everyPage(agent: Awaited<ReturnType<typeof agentOf>>, tool: string, given: object, list: string) {
  const items: any[] = []
  let next: string | undefined
  do {
    const { json, bytes } = await agent.call(tool, { ...given, ...(next && { next }) })
    expect(bytes, tool).toBeLessThan(MAX * 1.3)
    expect(Buffer.byteLength(JSON.stringify(json))).toBeLessThanOrEqual(MAX)
    items.push(...json[list])
    next = json.next
  } while (next)
  return items
}

test('lists of many records with long texts are read to their end, page by page', async () => {
  const project = await server.project(owner)
  const suite = await server.suite(owner, project.id, 'Ünïcode '.repeat(20))
  const count = 230
  await server.testCases(
    owner,
    suite.id,
    Array.from({ length: count }, (_, at) => ({ name: `${at} ${'ä'.repeat(200)}` })),
  )
  const agent = await agentOf(server.url, machine(project))
  const refs = Array.from({ length: count }, (_, at) => `C${at + 1}`)
  const cases = await everyPage(agent, 'search_cases', { limit: 100 }, 'cases')
  expect(cases.map((each) => each.case)).toEqual(refs)
  for (const description of ['ß'.repeat(9_000), 'second']) {
    const { run } = (await agent.call('start_run', { description, branch: 'main' })).json
    const results = refs.map((ref) => ({ case: ref, status: 'failed', errorMessage: '"\\'.repeat(4_000) }))
    await agent.call('record_results', { run, results })
    await agent.call('complete_run', { run })
  }
  const failures = await everyPage(agent, 'get_run', { limit: 100 }, 'results')
  expect(failures.map((each) => each.case)).toEqual(refs)
  const changes = await everyPage(agent, 'compare_runs', { kind: ['stillFailing'], limit: 100 }, 'changes')
  expect(changes.map((each) => each.case)).toEqual(refs)
  expect((await everyPage(agent, 'list_runs', { limit: 1 }, 'runs')).map((each) => each.run)).toEqual(['R2', 'R1'])
  expect((await agent.call('project_context')).bytes).toBeLessThan(MAX)
  for (const next of ['x', '-1', 'C999999', '1e9'])
    for (const tool of ['search_cases', 'get_run', 'list_runs'])
      expect(await agent.refusal(tool, { next }), tool).not.toMatch('server')
  await agent.close()
})

test('a case and a failure with very long texts are cut, and next reads each of them to its end', async () => {
  const project = await server.project(owner)
  const suite = await server.suite(owner, project.id)
  const text = (name: string, length: number) =>
    Array.from({ length: length / 10 }, (_, at) => `${name}${at}`.padEnd(9, '.')).join('\n')
  const long = { description: text('d', 9_000), preconditions: text('p', 9_000) }
  const steps = Array.from({ length: 100 }, (_, at) => ({
    action: `${at} ${text('a', 2_000)}`,
    expected: text('😀', 2_000).slice(at % 2),
  }))
  await server.testCase(owner, suite.id, { ...long, steps })
  const agent = await agentOf(server.url, machine(project))
  await agent.call('start_run')
  const outcome = { errorMessage: text('m', 9_000), trace: text('t', 49_000), notes: text('n', 9_000) }
  await agent.call('record_results', { run: 'R1', results: [{ case: 'C1', status: 'error', ...outcome }] })
  for (const [tool, expected] of [
    ['get_case', { ...long, 'steps.99.action': (steps[99] as any).action }],
    ['get_failure', { ...outcome, preconditions: long.preconditions, 'steps.0.expected': (steps[0] as any).expected }],
  ] as const) {
    const { json: first, bytes } = await agent.call(tool, { case: 'C1' })
    expect(bytes).toBeLessThan(MAX * 1.3)
    expect(first.steps).toHaveLength(100)
    const texts: Record<string, string> = {}
    let { next } = first
    while (next) {
      const { json } = await agent.call(tool, { case: 'C1', next })
      expect(Buffer.byteLength(JSON.stringify(json))).toBeLessThanOrEqual(MAX)
      for (const { path, text } of json.parts) texts[path] = (texts[path] ?? startOf(first, path)) + text
      next = json.next
    }
    expect(texts).toMatchObject(expected)
  }
  expect(await agent.refusal('get_case', { case: 'C1', next: 'nothing@5' })).toMatch('next must be the one')
  expect(await agent.refusal('get_case', { case: 'C1', next: 'constructor.name@5' })).toMatch('next must be the one')
  await agent.close()
})

const startOf = (answer: any, path: string): string =>
  path
    .split('.')
    .reduce((value, name) => value[name], answer)
    .replace(/…$/, '')

test('a long text file is read in parts without cut characters; a large picture and other files have an address', async () => {
  const { project, run } = await server.projectWithRun(owner, await server.person('Tess'))
  const log = Array.from({ length: 3_000 }, (_, at) => `${at} größer 😀`).join('\n')
  const png = Buffer.concat([PNG, Buffer.alloc(800 * 1024)])
  for (const [bytes, name] of [
    [Buffer.from(log), 'a.log'],
    [png, 'b.png'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'trace.zip'],
  ] as const)
    await server.attach(owner, run.results[0].id, bytes, name)
  const agent = await agentOf(server.url, machine(project))
  const { files } = (await agent.call('get_failure', { case: 'C1' })).json
  let [text, next]: [string, string | undefined] = ['', undefined]
  do {
    const { json, content } = await agent.call('get_attachment', {
      attachment: files[0].attachment,
      ...(next && { next }),
    })
    text += content[1]?.text
    next = json.next
  } while (next)
  expect(text).toBe(log)
  for (const { attachment } of files.slice(1)) {
    const { json, content } = await agent.call('get_attachment', { attachment })
    expect(content).toHaveLength(1)
    expect((await fetch(json.address)).status).toBe(200)
  }
  await agent.close()
})
