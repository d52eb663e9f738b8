import { expect, test } from 'vitest'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const owner = await server.person('Olga')

const arrivals = async (projectId: string): Promise<Record<string, string | null>> => {
  const { body } = await server.get(`/projects/${projectId}/arrivals`, owner)
  return Object.fromEntries(body.map(({ door, receivedAt }: any) => [door, receivedAt]))
}

test('a project tells when a report and when executions of a script last arrived, and nothing else', async () => {
  const project = await server.project(owner)
  const suite = await server.suite(owner, project.id)
  const { id } = await server.testCase(owner, suite.id)
  const run = await server.run(owner, project.id)
  await server.execute(owner, id, run.id)
  const none = { testrail: null, qase: null, reports: null, api: null }
  expect(await arrivals(project.id)).toEqual(none)
  const time = expect.stringMatching(/^\d{4}-.*Z$/)
  await server.upload(owner, project.id, '<testsuite><testcase name="a"/></testsuite>')
  expect(await arrivals(project.id)).toEqual({ ...none, reports: time })
  await server.execute(machine(project), id, run.id)
  const first = await arrivals(project.id)
  expect(first).toEqual({ ...none, reports: time, api: time })
  const results = [{ testCaseId: id, actualValue: 'ok' }]
  await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
  expect(await arrivals(project.id)).toEqual(first)
})

test('a report that is refused did not arrive', async () => {
  const project = await server.project(owner)
  await server.upload(owner, project.id, 'not a report')
  expect((await arrivals(project.id))['reports']).toBeNull()
})
