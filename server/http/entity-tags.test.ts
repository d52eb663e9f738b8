import { beforeEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let paths: Record<'project' | 'suite' | 'case' | 'run' | 'result', string>
let lookup: string
beforeEach(async () => {
  const { project, cases, run } = await server.projectWithRun(olga, tess)
  const [result] = run.results
  const { testSuite, name } = result.testCase
  lookup = `/test-runs/${run.id}/project/${project.id}/test-suites/${testSuite.id}/test-cases/${encodeURIComponent(name)}`
  paths = {
    project: `/projects/${project.id}`,
    suite: `/test-suites/${cases[0].testSuiteId}`,
    case: `/test-cases/${cases[0].id}`,
    run: `/test-runs/${run.id}`,
    result: `/test-runs/result/${result.id}`,
  }
})

type Noun = keyof typeof paths
const EDITABLE: [Noun, object][] = [
  ['project', { name: 'Edited' }],
  ['suite', { name: 'Edited' }],
  ['case', { name: 'Edited' }],
  ['result', { actualValue: 'Edited' }],
]
const readable = (noun: Noun) => (noun === 'result' ? lookup : paths[noun])
const tagOf = async (noun: Noun) => (await server.get(readable(noun), olga)).headers.get('etag') as string
/** The part that writes answer with and If-Match compares. */
const headOf = (tag: string | null) => tag?.replace(/\.[^"]*/, '')
const send = (method: string, noun: Noun, ifMatch: string, body?: object) =>
  server.call(method, paths[noun], { as: olga, headers: { 'If-Match': ifMatch }, ...(body && { body }) })

describe.each(EDITABLE)('a %s', (noun, change) => {
  test('has a tag that its answers share and that changes with it', async () => {
    const before = await tagOf(noun)
    expect(before).toMatch(/^"[\w-]{22}(\.[\w-]{36})?"$/)
    expect(await tagOf(noun)).toBe(before)
    const { headers } = await send('PATCH', noun, before, change)
    expect(headers.get('etag')).not.toBe(headOf(before))
    expect(headers.get('etag')).toBe(headOf(await tagOf(noun)))
  })

  test('that has changed refuses an edit with the old tag and stays as it is', async () => {
    const old = await tagOf(noun)
    await send('PATCH', noun, '*', change)
    const current = await tagOf(noun)
    const { status, body } = await send('PATCH', noun, old, { ...change, name: 'Again', actualValue: 'Again' })
    expect([status, body.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect(await tagOf(noun)).toBe(current)
  })

  test('takes a list of tags, but no weak, unquoted or empty one', async () => {
    const tag = await tagOf(noun)
    for (const wrong of [`W/${tag}`, tag.slice(1, -1), '', '"other"', '"*"'])
      expect((await send('PATCH', noun, wrong, change)).status).toBe(412)
    expect((await send('PATCH', noun, `"other", W/"x,y", ${tag}`, change)).status).toBe(200)
  })

  test('lets only one of two concurrent edits with the same tag win', async () => {
    const tag = await tagOf(noun)
    const edit = (text: string) => send('PATCH', noun, tag, 'name' in change ? { name: text } : { actualValue: text })
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map(edit))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })
})

test.each(['project', 'suite', 'case', 'run'] as Noun[])(
  'a %s that has changed is not deleted, and is deleted with its present tag',
  async (noun) => {
    const old = await tagOf(noun)
    if (noun === 'run') await send('PATCH', 'result', '*', { actualValue: 'ok' })
    else await send('PATCH', noun, '*', { name: 'Edited' })
    expect((await send('DELETE', noun, old)).status).toBe(412)
    expect((await send('DELETE', noun, await tagOf(noun))).status).toBe(200)
  },
)

test('an unknown record answers 404, whatever If-Match says', async () => {
  const answer = await server.call('PATCH', '/projects/unknown', { as: olga, body: {}, headers: { 'If-Match': '"x"' } })
  expect(answer.status).toBe(404)
})

test('a tester, who sees no client secret, can use the tag of what they see', async () => {
  const { headers } = await server.get(paths.case, tess)
  const edit = { as: tess, body: { name: 'Edited' }, headers: { 'If-Match': headers.get('etag') as string } }
  expect((await server.call('PATCH', paths.case, edit)).status).toBe(200)
  expect((await server.get(paths.project, tess)).headers.get('etag')).not.toBe(await tagOf('project'))
})

test('a created or recorded record has the tag that it is read with', async () => {
  const created = await server.post('/projects', { name: 'New' }, olga)
  const read = await server.get(`/projects/${created.body.id}`, olga)
  expect(created.headers.get('etag')).toBe(headOf(read.headers.get('etag')))
  const id = paths.case.split('/').at(-1)
  const testRunId = paths.run.split('/').at(-1)
  await server.post(`/test-cases/${id}/execute`, { testRunId, actualValue: 'ok', executionTimeMs: 1.5 }, olga)
  const executed = await server.post(`/test-cases/${id}/execute-manual`, { testRunId, actualValue: 'ok' }, tess)
  expect(executed.headers.get('etag')).toBe(await tagOf('result'))
  expect((await server.post(`${paths.run}/complete`, {}, olga)).headers.get('etag')).toBe(headOf(await tagOf('run')))
})

test.each(['project', 'suite', 'case', 'run', 'result'] as Noun[])(
  'a %s that is still the same answers 304 without a body',
  async (noun) => {
    const tag = await tagOf(noun)
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status, body, headers } = await server.call('GET', readable(noun), {
        as: olga,
        headers: { 'If-None-Match': known },
      })
      expect([status, body, headers.get('etag'), headers.get('content-type')]).toEqual([304, undefined, tag, null])
    }
    const stale = await server.call('GET', readable(noun), { as: olga, headers: { 'If-None-Match': '"x"' } })
    expect([stale.status, stale.headers.get('etag')]).toEqual([200, tag])
  },
)

test.each(['project', 'suite', 'run'] as Noun[])(
  'a %s answers 200 to the part of its tag that leaves out its lists',
  async (noun) => {
    const known = headOf(await tagOf(noun)) as string
    const answer = await server.call('GET', paths[noun], { as: olga, headers: { 'If-None-Match': known } })
    expect([answer.status, answer.body.id]).toEqual([200, paths[noun].split('/').at(-1)])
  },
)

test('an edited case changes the tags of its project and suite, and the old ones do not refuse an edit', async () => {
  for (const noun of ['project', 'suite'] as const) {
    const old = await tagOf(noun)
    await server.patch(paths.case, { name: `Edited in a ${noun}` }, olga)
    const read = await server.call('GET', paths[noun], { as: olga, headers: { 'If-None-Match': old } })
    expect([read.status, JSON.stringify(read.body)]).toEqual([200, expect.stringContaining(`Edited in a ${noun}`)])
    expect((await send('PATCH', noun, old, { name: 'Edited' })).status).toBe(200)
  }
})

test('the document has If-Match on the PATCH and DELETE of each of these records', () => {
  const { paths: documented } = openApiDocument('3.1.0', '1.2.3')
  const taking = Object.entries(documented).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], responses }]) =>
      parameters.some(({ name }) => name === 'If-Match') && '412' in responses ? [`${method} ${path}`] : [],
    ),
  )
  expect(taking.toSorted()).toEqual([
    'delete /projects/{id}',
    'delete /test-cases/{id}',
    'delete /test-runs/{testRunId}',
    'delete /test-suites/{id}',
    'patch /projects/{id}',
    'patch /test-cases/{id}',
    'patch /test-runs/result/{resultId}',
    'patch /test-runs/{testRunId}',
    'patch /test-suites/{id}',
  ])
})
