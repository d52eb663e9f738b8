import { beforeEach, describe, expect, test } from 'vitest'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
beforeEach(async () => void ({ project, cases, run } = await server.projectWithRun(olga, tess)))

const FACTS = {
  branch: 'feature/pay',
  commit: '5f0c2a9',
  environment: 'staging',
  buildUrl: 'https://ci.example.com/builds/123',
  milestone: 'Release 2',
}
const NONE = { branch: null, commit: null, environment: null, buildUrl: null, milestone: null }

const start = (body: object) => server.post(`/test-runs/project/${project.id}`, body, olga)
const edit = (body: object, headers = {}) => server.call('PATCH', `/test-runs/${run.id}`, { as: tess, body, headers })
const read = async () => (await server.get(`/test-runs/${run.id}`, olga)).body
const complete = (status?: string) => server.post(`/test-runs/${run.id}/complete`, { status }, olga)
const reopen = (body?: object) => server.post(`/test-runs/${run.id}/reopen`, body, tess)

describe('a run', () => {
  test('a run says what it was started with, and nothing by default', async () => {
    expect(run).toMatchObject({ ref: 'R1', ...NONE, durationMs: null })
    const spaced = Object.fromEntries(Object.entries(FACTS).map(([fact, text]) => [fact, ` ${text} `]))
    const { status, body } = await start(spaced)
    expect([status, body]).toMatchObject([201, { ref: 'R2', ...FACTS }])
    for (const path of [`/test-runs/${body.id}`, `/test-runs/${body.id}/overview`])
      expect((await server.get(path, olga)).body).toMatchObject({ ref: 'R2', ...FACTS })
    const [first, second] = (await server.get(`/test-runs/project/${project.id}`, olga)).body
    expect([first, second]).toMatchObject([FACTS, NONE])
  })

  test('a run has a ref of its own in its project, also when runs start at once and when the last one is deleted', async () => {
    const started = await Promise.all(Array.from({ length: 5 }, () => start({})))
    const refs = started.map(({ body }) => body.ref)
    expect(refs.toSorted()).toEqual(['R2', 'R3', 'R4', 'R5', 'R6'])
    await server.delete(`/test-runs/${started.find(({ body }) => body.ref === 'R6')?.body.id}`, olga)
    expect((await start({})).body.ref).toBe('R7')
    expect((await server.run(olga, (await server.project(olga)).id)).ref).toBe('R1')
  })

  test.each(Object.entries({ ...FACTS, branch: 'x'.repeat(256), buildUrl: 'javascript:alert(1)', milestone: '\0' }))(
    'does not start, and is not edited, with a bad %s',
    async (fact, text) => {
      const bad = { [fact]: fact === 'branch' || fact === 'buildUrl' || fact === 'milestone' ? text : [text] }
      for (const { status, body } of [await start(bad), await edit({ ...bad, description: 'New' })])
        expect([status, body.issues[0].path]).toEqual([400, [fact]])
      expect(await read()).toEqual(run)
    },
  )
})

describe('an edit of a run', () => {
  test('an edit of a run changes what it names, keeps the rest, and takes back with null and empty texts', async () => {
    expect((await edit(FACTS)).body).toMatchObject({ ...FACTS, description: null, results: run.results })
    expect((await edit({ description: 'Nightly', branch: 'main' })).body).toMatchObject({
      ...FACTS,
      description: 'Nightly',
      branch: 'main',
    })
    expect((await edit({ description: '', branch: null, commit: ' ' })).body).toMatchObject({
      ...FACTS,
      description: null,
      branch: null,
      commit: null,
    })
    expect((await edit({})).body).toEqual(await read())
  })

  test('an edit of a run may follow its end, and may leave the results out of the answer', async () => {
    const { body: ended } = await complete()
    const { body } = await edit({ milestone: 'Release 3', omitResults: true })
    expect(body).toEqual({ ...ended, milestone: 'Release 3', results: [] })
  })

  test('an edit of a run with the tag of an earlier state is refused', async () => {
    const tag = (await server.get(`/test-runs/${run.id}`, tess)).headers.get('etag') as string
    const first = await edit({ branch: 'main' }, { 'If-Match': tag })
    expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)])
    const late = await edit({ branch: 'late' }, { 'If-Match': tag })
    expect([late.status, late.body.message]).toEqual([412, 'This test run has changed since you read it'])
    const next = await edit({ commit: '1' }, { 'If-Match': first.headers.get('etag') as string })
    expect([next.status, next.body.branch]).toEqual([200, 'main'])
  })
})

test('a run that ends before it began, because the clock was set back, took no time', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await server.services.write(null, (db) =>
    db.updateTable('test_runs').set({ created_at: later }).where('id', '=', run.id).execute(),
  )
  expect((await complete()).body).toMatchObject({ status: 'completed', durationMs: 0 })
})

describe('a reopened run', () => {
  test.each([undefined, 'failed'])('that had ended as %s runs again and takes results', async (status) => {
    const { body: ended } = await complete(status)
    expect(ended.durationMs).toBe(Date.parse(ended.completedAt) - Date.parse(ended.createdAt))
    expect((await server.post(`/test-runs/${run.id}/reopen`, {}, machine(project))).body).toEqual({
      ...ended,
      status: 'running',
      completedAt: null,
      durationMs: null,
    })
    const recorded = await server.execute(olga, cases[0]?.id as string, run.id)
    expect(recorded.status).toBe('passed')
    const { body: again } = await complete()
    expect([again.status, again.summary.passed]).toEqual(['completed', 1])
    expect(again.durationMs).toBe(Date.parse(again.completedAt) - Date.parse(again.createdAt))
    expect(Date.parse(again.completedAt)).toBeGreaterThanOrEqual(Date.parse(ended.completedAt))
  })

  test('a reopened run must have ended: a running one answers 409, an unknown and a deleted one 404', async () => {
    const { status, body } = await reopen()
    expect([status, body.message]).toEqual([409, 'Only ended test runs can be reopened'])
    await server.delete(`/test-runs/${run.id}`, olga)
    expect((await reopen()).status).toBe(404)
  })

  test('a reopened run is reopened once when two ask at the same time', async () => {
    await complete()
    const answers = await Promise.all([reopen({ omitResults: true }), reopen({ omitResults: true })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
