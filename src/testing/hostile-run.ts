import { expect } from '@playwright/test'
import type { Person, TestServer } from '../../server/testing/server.ts'

const HOSTILE =
  '<img src=x onerror="document.title=\'owned\'"><script>globalThis.owned=1</script>' +
  '[a](javascript:globalThis.owned=1) ![p](https://evil.example/p.png) eve@example.com'

/** A run with two failed results. Every text would run or load something if a page let it. */
export async function hostileRun(server: TestServer, person: Person): Promise<{ id: string }> {
  const project = await server.project(person, HOSTILE.slice(0, 200))
  const suite = await server.suite(person, project.id, HOSTILE.slice(0, 200))
  await server.testCase(person, suite.id, {
    type: 'auto',
    name: HOSTILE.slice(0, 240),
    description: HOSTILE,
    preconditions: HOSTILE,
    expectedValue: HOSTILE,
  })
  const manual = await server.testCase(person, suite.id, { steps: [{ action: HOSTILE, expected: HOSTILE }] })
  const { body: run } = await server.post(
    `/test-runs/project/${project.id}`,
    { description: HOSTILE, branch: HOSTILE, commit: HOSTILE, environment: HOSTILE, milestone: HOSTILE },
    person,
  )
  const evidence = { actualValue: HOSTILE, errorMessage: HOSTILE, trace: HOSTILE, notes: HOSTILE, status: 'failed' }
  const results = run.results.map((result: { testCase: { id: string } }) => ({
    testCaseId: result.testCase.id,
    ...(result.testCase.id === manual.id ? { steps: [{ index: 0, status: 'failed', note: HOSTILE }] } : evidence),
  }))
  expect((await server.post(`/test-runs/${run.id}/results`, { results }, person)).status).toBe(201)
  return run
}
