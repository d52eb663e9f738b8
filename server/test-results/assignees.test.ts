import { beforeEach, describe, expect, test } from 'vitest'
import { type Caller, machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Assignees: who shall execute a case in a run. */

const server = await useTestServer()
const ada = await server.person('Ada')
const olga = await server.person('Olga')
let tess: Person
let newcomers = 0
let project: { id: string; clientSecret: string }
let run: any
beforeEach(async () => {
  tess = await server.person(`Tess${(newcomers += 1)}`)
  ;({ project, run } = await server.projectWithRun(olga, tess))
})

const change = (body: object, as: Caller = olga) => server.patch(`/test-runs/${run.id}/results`, body, as)
const named = (...indexes: number[]) => indexes.map((index) => ({ resultId: run.results[index].id }))
const read = async () => (await server.get(`/test-runs/${run.id}`, olga)).body
const assignees = async () => (await read()).results.map(({ assignee }: any) => assignee?.name ?? null)

describe('assigning results', () => {
  test('assigning results names a member or nobody for many, and is no attempt', async () => {
    const before = await read()
    const { status, body } = await change({ assigneeId: tess.id, results: named(0, 1) })
    expect(status).toBe(200)
    expect(body.summary).toEqual(before.summary)
    expect(body.results).toEqual(
      before.results.map(({ id, testCase }: any) => ({
        resultId: id,
        testCaseId: testCase.id,
        status: 'pending',
        attempts: 0,
        flaky: false,
      })),
    )
    const assignee = { id: tess.id, name: tess.name }
    expect((await read()).results).toEqual(before.results.map((result: any) => ({ ...result, assignee })))
    await change({ assigneeId: null, results: named(0) })
    expect(await assignees()).toEqual([null, tess.name])
  })

  test('assigning results can name one for each result, and record at the same time', async () => {
    const [first, second] = named(0, 1)
    const results = [
      { ...first, status: 'passed' },
      { ...second, assigneeId: olga.id },
    ]
    expect((await change({ assigneeId: tess.id, results })).body.results).toMatchObject([
      { status: 'passed', attempts: 1 },
      { status: 'pending', attempts: 0 },
    ])
    expect(await assignees()).toEqual([tess.name, 'Olga'])
    await change({ assigneeId: tess.id, results: [{ ...second, assigneeId: null }] })
    expect(await assignees()).toEqual([tess.name, null])
  })

  test('assigning results is kept by whatever is recorded later', async () => {
    await change({ assigneeId: tess.id, results: named(0, 1) })
    const [first, second] = run.results
    await server.patch(`/test-runs/result/${first.id}`, { actualValue: 'ok' }, olga)
    await server.execute(machine(project), second.testCase.id, run.id)
    const report = `<testsuite name="Payments"><testcase name="${first.testCase.name}"/></testsuite>`
    await server.upload(machine(project), project.id, report, { run: run.id })
    await server.patch(`/test-runs/result/${first.id}`, { actualValue: null }, olga)
    expect(await assignees()).toEqual([tess.name, tess.name])
  })

  test('assigning results works for testers and for the project credential, not for strangers', async () => {
    const lena = await server.person(`Lena${newcomers}`)
    for (const as of [tess, machine(project)])
      expect((await change({ assigneeId: tess.id, results: named(0) }, as)).status).toBe(200)
    expect((await change({ assigneeId: tess.id, results: named(0) }, lena)).status).toBe(404)
  })

  test('assigning results gives the result and the run new tags', async () => {
    const { testCase, id } = run.results[0]
    const one = `/test-runs/${run.id}/project/${project.id}/test-suites/${testCase.testSuiteId}/test-cases/${encodeURIComponent(testCase.name)}`
    const tags = async () =>
      (await Promise.all([one, `/test-runs/${run.id}`].map((path) => server.get(path, olga)))).map(({ headers }) =>
        headers.get('etag'),
      )
    const before = await tags()
    await change({ assigneeId: tess.id, results: [{ resultId: id }] })
    const after = await tags()
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, false])
  })

  test.each<[string, () => Promise<unknown> | unknown]>([
    ['a stranger', async () => (await server.person(`Stranger${newcomers}`)).id],
    ['nobody', () => '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a'],
    ['no id', () => ''],
    ['a number', () => 5],
  ])('assigning results to %s is refused, names the field and changes nothing', async (_, make) => {
    const assigneeId = await make()
    const whole = await change({ assigneeId, results: [{ ...named(0)[0], status: 'passed' }] })
    expect([whole.status, whole.body.issues[0].path]).toEqual([400, ['assigneeId']])
    const single = await change({
      results: [...named(1).map((one) => ({ ...one, assigneeId: tess.id })), { ...named(0)[0], assigneeId }],
    })
    expect([single.status, single.body.issues[0].path]).toEqual([400, ['results', 1, 'assigneeId']])
    expect((await read()).results).toEqual(run.results)
  })

  test('assigning results is refused in an ended run', async () => {
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
    const { status, body } = await change({ assigneeId: tess.id, results: named(0) })
    expect([status, body.message]).toEqual([409, 'Only running test runs accept results'])
  })
})

describe('an assignment', () => {
  beforeEach(async () => {
    await change({ assigneeId: tess.id, results: named(0, 1) })
  })

  test('an assignment stays when the member leaves, like what they recorded, and can be given to another', async () => {
    await server.delete(`/projects/${project.id}/members/${tess.id}`, tess)
    expect(await assignees()).toEqual([tess.name, tess.name])
    expect((await change({ assigneeId: tess.id, results: named(0) })).status).toBe(400)
    await change({ assigneeId: olga.id, results: named(0) })
    expect(await assignees()).toEqual(['Olga', tess.name])
  })

  test('an assignment stays when the account is deleted, with the name', async () => {
    expect((await server.delete(`/admin/users/${tess.id}`, ada)).status).toBe(200)
    expect(await assignees()).toEqual([tess.name, tess.name])
  })
})
