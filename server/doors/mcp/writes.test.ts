import { expect, test } from 'vitest'
import { machine, type Person } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { agentOf } from './testing.ts'

const server = await useTestServer()
const [owner, tester] = [await server.person('Olga'), await server.person('Tess')]

async function open(as?: Person) {
  const { project, run } = await server.projectWithRun(owner, tester)
  const agent = await agentOf(server.url, as ?? machine(project), '2026', `?project=${project.id}`)
  const cases = async () => (await server.get(`/projects/${project.id}/test-cases`, owner)).body
  const suites = async () => (await server.get(`/projects/${project.id}/overview`, owner)).body.testSuites
  const shown = async () => (await server.get(`/test-runs/${run.id}`, owner)).body
  return { project, agent, cases, suites, shown }
}

const manual = { expectedValueType: 'string', expectedValue: 'ok' }

test('save_cases creates, changes and moves cases, says which it left, and makes missing suites', async () => {
  const { agent, cases, suites } = await open(tester)
  const { json } = await agent.call('save_cases', {
    cases: [
      { suite: 'Payments', name: 'Refunds', ...manual, tags: ['money'] },
      { case: 'c1', priority: 'high', steps: [{ action: 'Pay', expected: 'Paid' }] },
      { case: 'C2', suite: 'Billing' },
      { suite: 'Billing', name: 'Bills', type: 'auto', automationKey: 'bills' },
      { case: 'C1', name: 'Pays by card' },
    ],
  })
  expect(json).toEqual({
    cases: [
      { case: 'C3', did: 'created' },
      { case: 'C1', did: 'changed' },
      { case: 'C2', did: 'moved' },
      { case: 'C4', did: 'created' },
      { case: 'C1', did: 'unchanged' },
    ],
    newSuites: ['Billing'],
  })
  expect((await suites()).map(({ name, testCaseCount }: any) => [name, testCaseCount])).toEqual([
    ['Payments', 2],
    ['Billing', 2],
  ])
  const [first] = await cases()
  expect(first).toMatchObject({ ref: 'C1', priority: 'high', updatedBy: { name: 'Tess' }, expectedValue: 'ok' })
  await agent.close()
})

test('save_cases moves cases to a suite that has more cases than are numbered at once', async () => {
  const { project, agent } = await open()
  const { id } = await server.suite(owner, project.id, 'Large')
  await server.testCases(
    owner,
    id,
    Array.from({ length: 2_001 }, () => ({})),
  )
  const cases = ['C1', 'C2'].map((ref) => ({ case: ref, suite: 'Large' }))
  await agent.call('save_cases', { cases, dryRun: true })
  const { json } = await agent.call('save_cases', { cases })
  expect(json).toEqual({ cases: ['C1', 'C2'].map((ref) => ({ case: ref, did: 'moved' })) })
  const last = (await server.get(`/test-cases/test-suite/${id}?limit=5&offset=2000`, owner)).body
  expect(last.map(({ number, ref }: any) => `${number} ${ref}`)).toEqual(['2001 C2003', '2002 C1', '2003 C2'])
  await agent.close()
})

test('one refused case refuses all of save_cases, with a message that names it, and nothing is written', async () => {
  const { agent, cases, suites } = await open()
  const before = await cases()
  const good = { suite: 'New', name: 'Good', ...manual }
  const refusal = async (...given: object[]) => await agent.refusal('save_cases', { cases: [good, ...given] })
  expect(await refusal({ suite: 'New', name: 'No expectation' })).toBe(
    'cases.1 (No expectation): expectedValueType: Expected value type is required',
  )
  expect(await refusal({ case: 'C9', name: 'x' })).toBe('cases.1 (C9): Test case not found')
  expect(await refusal({ name: 'No suite', ...manual })).toMatch('cases.1 (No suite): A new case needs')
  expect(await refusal({ case: 'C1', type: 'auto' })).toMatch('The type of a case cannot change')
  expect(await refusal({ suite: 'New', name: 'Unknown', prio: 'high' })).toMatch('prio')
  expect(await agent.refusal('save_cases', { cases: [] })).toBe('cases must not be empty')
  expect(await agent.refusal('save_cases', { cases: Array.from({ length: 101 }, () => good) })).toMatch('at most 100')
  expect(await agent.refusal('save_cases', { cases: [good], dry_run: true })).toMatch('dry_run')
  expect(await cases()).toEqual(before)
  expect(await suites()).toHaveLength(1)
  await agent.close()
})

test('a dry run of each write answers what the write then does, and changes nothing', async () => {
  const { agent, cases, shown, project } = await open()
  const state = async () => [
    await cases(),
    await shown(),
    (await server.get(`/test-runs/project/${project.id}`, owner)).body,
  ]
  const before = await state()
  const writes: [string, object][] = [
    [
      'save_cases',
      {
        cases: [
          { suite: 'New', name: 'One', ...manual },
          { case: 'C1', name: 'Renamed' },
        ],
      },
    ],
    [
      'record_results',
      {
        run: 'R1',
        results: [
          { case: 'C1', actualValue: 'no' },
          { suite: 'Payments', name: 'Pays by card', status: 'passed' },
        ],
      },
    ],
    ['complete_run', { run: 'R1', status: 'failed' }],
  ]
  const foreseen: object[] = []
  for (const [name, given] of writes) foreseen.push((await agent.call(name, { ...given, dryRun: true })).json)
  expect((await agent.call('start_run', { dryRun: true, suites: ['Payments'] })).json).toEqual({
    dryRun: true,
    counts: { total: 2 },
  })
  expect(await state()).toEqual(before)
  for (const [index, [name, given]] of writes.slice(0, 2).entries()) {
    const { json } = await agent.call(name, given)
    expect({ dryRun: true, ...json }).toEqual(foreseen[index])
  }
  expect((await agent.call('complete_run', { run: 'R1', status: 'failed' })).json).toMatchObject({ status: 'failed' })
  expect(foreseen[2]).toMatchObject({ dryRun: true, run: 'R1', status: 'failed', endedAt: expect.any(String) })
  await agent.close()
})

test('a dry run refuses what the write would refuse', async () => {
  const { agent } = await open()
  await agent.call('complete_run', { run: 'R1' })
  for (const dryRun of [true, false]) {
    expect(await agent.refusal('complete_run', { run: 'R1', dryRun })).toBe('Only running test runs can be completed')
    expect(
      await agent.refusal('record_results', { run: 'R1', results: [{ case: 'C1', status: 'passed' }], dryRun }),
    ).toBe('Only running test runs accept results')
    expect(await agent.refusal('start_run', { tags: ['none'], dryRun })).toMatch('No test case is selected')
    expect(await agent.refusal('start_run', { suites: ['None'], dryRun })).toBe('No suite is called None')
  }
  await agent.close()
})

test('a dry run of start_run needs the verb of a token that the start needs, and no other', async () => {
  const { project } = await open()
  const withVerbs = async (verbs: string[]) => {
    const { body } = await server.post(`/projects/${project.id}/tokens`, { name: 'CI', verbs }, owner)
    return await agentOf(server.url, { authorization: `Bearer ${body.token}` })
  }
  const [reader, recorder] = [await withVerbs(['read']), await withVerbs(['record'])]
  for (const dryRun of [true, false]) {
    expect(await reader.refusal('start_run', { dryRun })).toMatch('it lacks the verb "record"')
    expect((await recorder.call('start_run', { dryRun })).json.counts.total).toBe(2)
  }
  await Promise.all([reader.close(), recorder.close()])
})

test('record_results takes 500 results at once, all or none', async () => {
  const { agent, project, shown } = await open()
  const suite = await server.suite(owner, project.id, 'Many')
  const made = await server.testCases(
    owner,
    suite.id,
    Array.from({ length: 500 }, (_, at) => ({ name: `Case ${at}` })),
  )
  const results = made.map(({ ref }) => ({ case: ref, status: 'passed' }))
  const wrong = [...results.slice(1), { case: 'C1', status: 'passed', steps: [{ index: 3, status: 'passed' }] }]
  expect(await agent.refusal('record_results', { run: 'R1', results: wrong })).toMatch('results.499')
  expect((await shown()).summary).toMatchObject({ total: 2, pending: 2 })
  const { json, bytes } = await agent.call('record_results', { run: 'R1', results })
  expect(json).toMatchObject({ recorded: 500, counts: { total: 502, passed: 500, pending: 2 } })
  expect(bytes).toBeLessThan(20_000)
  expect(await agent.refusal('record_results', { run: 'R1', results: [...results, ...results] })).toMatch('at most 500')
  await agent.close()
})

test('a run takes the chosen cases, the facts of the run, and those that failed in another one', async () => {
  const { agent } = await open()
  await agent.call('record_results', { run: 'R1', results: [{ case: 'C2', status: 'failed' }] })
  const { json } = await agent.call('start_run', { failedIn: 'R1', branch: 'fix', description: 'Again' })
  expect(json).toMatchObject({ run: 'R2', branch: 'fix', description: 'Again', counts: { total: 1, pending: 1 } })
  expect((await agent.call('get_run', { status: ['pending'] })).json.results).toMatchObject([{ case: 'C2' }])
  expect((await agent.call('start_run', { cases: ['C1', 'C2'] })).json.counts.total).toBe(2)
  expect(await agent.refusal('start_run', { cases: ['C1', 'C77'] })).toBe('Test case C77 not found')
  await agent.close()
})
