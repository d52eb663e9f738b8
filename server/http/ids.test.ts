import { expect, test } from 'vitest'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* RFC 9562: a UUID is read without regard to case. Clients generated for Swift send each id in capitals. */

const server = await useTestServer()
const ada = await server.person('Ada')
const project = await server.project(ada)
const suite = await server.suite(ada, project.id)
const testCase = await server.testCase(ada, suite.id)
const run = await server.run(ada, project.id)
const capitals = (id: string) => id.toUpperCase()

test.each([
  ['a project', `/projects/${capitals(project.id)}`, project.id],
  ['a suite', `/test-suites/${capitals(suite.id)}`, suite.id],
  ['a case', `/test-cases/${capitals(testCase.id)}`, testCase.id],
  ['a run', `/test-runs/${capitals(run.id)}`, run.id],
])('%s is found by its id in capitals', async (_, path, id) => {
  expect((await server.get(path, ada)).body.id).toBe(id)
})

test('an id in capitals in a body is the same id, alone and in a list', async () => {
  const created = await server.post('/test-suites', { name: 'New', projectId: capitals(project.id) }, ada)
  expect([created.status, created.body.projectId]).toEqual([201, project.id])
  const result = await server.post(
    `/test-cases/${capitals(testCase.id)}/execute`,
    { testRunId: capitals(run.id), actualValue: 'x' },
    ada,
  )
  expect([result.status, result.body.testRunId]).toEqual([201, run.id])
  const moved = { ids: [capitals(testCase.id)], addTags: ['t'], moveTo: { testSuiteId: capitals(suite.id) } }
  expect((await server.patch(`/projects/${project.id}/test-cases`, moved, ada)).body.changed).toBe(1)
  const selection = { testCaseIds: [capitals(testCase.id)], testSuiteIds: [capitals(suite.id)] }
  const assigned = { selection, assigneeId: capitals(ada.id) }
  const started = await server.post(`/test-runs/project/${project.id}`, assigned, ada)
  expect([started.status, started.body.results?.[0].assignee.id]).toEqual([201, ada.id])
  const results = [{ resultId: capitals(started.body.results[0].id), assigneeId: null }]
  const changed = await server.patch(`/test-runs/${started.body.id}/results`, { results }, ada)
  expect(changed.status).toBe(200)
})

test.each([
  [`/projects/${project.id}/test-cases?testSuiteId=${capitals(suite.id)}`, 1],
  [`/projects/${project.id}/test-cases?notTestSuiteId=${capitals(suite.id)}`, 0],
  [`/test-runs/${run.id}/results?suiteId=${capitals(suite.id)}`, 1],
  [`/test-runs/${run.id}/results-by-id?resultIds=${capitals(run.results[0].id)}`, 1],
  [`/project-health?projectIds=${capitals(project.id)}`, 1],
])('an id in capitals in the query of %s is the same id', async (path, found) => {
  expect((await server.get(path, ada)).body).toHaveLength(found)
})

test.each([
  [`/test-runs/project/${project.id}?createdBy=${capitals(ada.id)}`],
  [`/projects/${project.id}/audit?actor=${capitals(ada.id)}`],
])('a person whose id is in capitals in the query of %s is found', async (path) => {
  expect((await server.get(path, ada)).body.length).toBeGreaterThan(0)
})

test('a project names itself in capitals with HTTP Basic', async () => {
  const named = machine({ ...project, id: capitals(project.id) })
  expect((await server.get(`/projects/${project.id}`, named)).status).toBe(200)
})

test('a report names its run by the id in capitals; a key that looks like one comes first', async () => {
  const report = '<testsuite name="Pays"><testcase name="by card"/></testsuite>'
  const address = `/test-runs/project/${project.id}/report?run=${capitals(run.id)}`
  const first = await server.call('PUT', address, { as: ada, body: report, headers: {} })
  expect(first.body.testRun.id).toBe(run.id)
  const keyed = await server.post(`/test-runs/project/${project.id}`, { key: capitals(run.id) }, ada)
  const second = await server.call('PUT', address, { as: ada, body: report, headers: {} })
  expect(second.body.testRun.id).toBe(keyed.body.id)
})
