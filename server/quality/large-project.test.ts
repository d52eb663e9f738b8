import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { totalsOf } from './suites.ts'

/* Runs and projects that are read in several slices. */

const SUITES = ['Cart', 'Orders']
const CASES = 5_600
const server = await useTestServer()
const olga = await server.person('Olga')

/** Every seventh case of 'Orders' fails. */
function report(): string {
  const content = (name: string, index: number) => (name === 'Orders' && index % 7 === 0 ? '<failure/>' : '')
  const test = (name: string, index: number) =>
    `<testcase classname="${name}" name="Case ${index}">${content(name, index)}</testcase>`
  const suite = (name: string) =>
    `<testsuite name="${name}">${Array.from({ length: CASES / 2 }, (_, index) => test(name, index)).join('')}</testsuite>`
  return `<testsuites>${SUITES.map(suite).join('')}</testsuites>`
}

const project = await server.project(olga)
const uploaded = await server.upload(olga, project.id, report())
const runId: string = uploaded.body.testRun.id

test('the quality of a large project counts each of its cases and results once', async () => {
  await expect
    .poll(async () => (await server.get(`/projects/${project.id}/quality`, olga)).body)
    .toMatchObject({
      runsToCount: 0,
      numbers: { testCases: CASES, notRunIn14Days: 0, broken: CASES / 2 / 7 },
      suites: [
        { name: 'Cart', testCases: CASES / 2, notRunIn14Days: 0, lastRunAt: expect.any(String) },
        { name: 'Orders', testCases: CASES / 2, notRunIn14Days: 0, lastRunAt: expect.any(String) },
      ],
    })
})

test('one changed result of a large run is found wherever it stands', async () => {
  const { results } = (await server.get(`/test-runs/${runId}`, olga)).body
  const failing = results.filter(({ status }: any) => status === 'failed')
  for (const { testCase } of [failing[0], failing.at(-1)])
    await server.post(`/test-cases/${testCase.id}/execute`, { testRunId: runId, status: 'passed' }, olga)
  await expect
    .poll(async () => (await server.get(`/projects/${project.id}/quality`, olga)).body.numbers)
    .toMatchObject({ testCases: CASES, broken: CASES / 2 / 7 - 2 })
})

test('other calls run between the slices of the totals of a large project', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const totals = await totalsOf(server.services.db, project.id)
  isDone = true
  expect([...totals.values()].map(({ testCases }) => testCases)).toEqual([CASES / 2, CASES / 2])
  expect(turns).toBeGreaterThan(1)
})
