import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')

async function projectWithCase() {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  return { project, testCase: await server.testCase(olga, suite.id) }
}

const record = async (testCaseId: string, testRunId: string, status: string) =>
  await server.post(`/test-cases/${testCaseId}/execute`, { testRunId, status }, olga)

/** The cards are read first: they must not need another read to be up to date. */
async function expectCards(projects: { id: string }[]): Promise<void> {
  const query = projects.map(({ id }) => `projectIds=${id}`).join('&')
  const readCards = async () => (await server.get(`/project-health?${query}`, olga)).body
  // A read waits half a second for the folding, then answers old numbers.
  let cards = await readCards()
  while (cards.some(({ runsToCount }: any) => runsToCount > 0)) cards = await readCards()
  const expected = []
  for (const { id } of projects) {
    const { body } = await server.get(`/projects/${id}/quality`, olga)
    const { passRate, newFailures, flaky } = body.numbers
    const lastRun = body.trend.at(-1)?.run ?? null
    const spark = body.trend.slice(-10).map(({ summary }: any) => summary.failed)
    expected.push({ projectId: id, lastRun, passRate, newFailures, flaky, spark, waiting: body.waiting.pending })
  }
  const shown = cards.map(({ runsToCount: _, spark, ...card }: any) => {
    return { ...card, spark: spark.map(({ failing }: any) => failing) }
  })
  expect(shown).toEqual(expected)
}

test('the cards of several projects agree with the quality of each after every change', async () => {
  const one = await projectWithCase()
  const other = await projectWithCase()
  const projects = [other.project, one.project]
  const runs: string[] = []
  for (const status of ['passed', 'failed', 'passed', 'failed']) {
    const run = await server.run(olga, one.project.id)
    runs.push(run.id)
    await record(one.testCase.id, run.id, status)
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
    await expectCards(projects)
  }
  await server.patch(`/test-runs/${runs[2]}`, { branch: 'feature' }, olga)
  await expectCards(projects)
  await server.call('PUT', `/test-cases/${one.testCase.id}/quarantine`, { as: olga, body: {} })
  await expectCards(projects)
  await server.delete(`/test-runs/${runs[3]}`, olga)
  await expectCards(projects)
  await server.post(`/test-runs/project/${other.project.id}`, { assigneeId: olga.id }, olga)
  const { body: cards } = await server.get(`/project-health?projectIds=${other.project.id}`, olga)
  expect(cards).toMatchObject([{ lastRun: { status: 'running' }, passRate: null, newFailures: 0, waiting: 1 }])
})
