import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { projectAtDoor, TestRailCaller } from './testing.ts'

const server = await useTestServer()

test('the additional info of a step is added to its action, as an import adds it', async () => {
  const { door, section } = await projectAtDoor(server, 'Ada')
  const steps = [
    { content: 'Pay', expected: 'Paid', additional_info: 'By card' },
    { content: '', expected: '', additional_info: 'Only info' },
    { content: 'Leave', expected: '', additional_info: null },
  ]
  const { body } = await door.post(`add_case/${section}`, { title: 'Pays', custom_steps_separated: steps })
  expect(body.custom_steps_separated).toEqual([
    { content: 'Pay\n\nBy card', expected: 'Paid' },
    { content: 'Only info', expected: '' },
    { content: 'Leave', expected: '' },
  ])
})

test('results of steps come back with all their fields', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Bob', 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const given = [{ content: 'a', expected: 'b', actual: 'c', additional_info: 'i', refs: 'R', status_id: 5 }]
  const { body } = await door.post(`add_results_for_cases/${id}`, {
    results: [{ case_id: 1, status_id: 5, custom_step_results: given }],
  })
  expect(body[0].custom_step_results).toEqual(given)
  expect((await door.get(`get_results_for_run/${id}`)).body.results[0].custom_step_results).toEqual(given)
})

test('type, template and milestone of a case are numbers, also where the caller or an earlier version gave text', async () => {
  const { door, owner, project, projectId, section } = await projectAtDoor(server, 'Carl')
  const sent = { title: 'Pays', type_id: '6', template_id: '2', milestone_id: '4' }
  const numbers = { type_id: 6, template_id: 2, milestone_id: 4 }
  expect((await door.post(`add_case/${section}`, sent)).body).toMatchObject(numbers)
  for (const field of Object.keys(numbers)) {
    const refused = await door.post('update_case/1', { [field]: 'x' })
    expect(refused).toMatchObject({ status: 400, body: { error: `Field :${field} is not a valid ID.` } })
  }
  expect((await door.post('update_case/1', { estimate: '5m', milestone_id: '' })).body).toMatchObject({
    ...numbers,
    milestone_id: null,
  })
  const { id } = (await server.get(`/projects/${project.id}/test-cases/C1`, owner)).body
  const extras = { type_id: '12', template_id: { id: 2 }, milestone_id: 'x' }
  expect(await server.patch(`/test-cases/${id}`, { extras }, owner)).toMatchObject({ status: 200 })
  const shown = { type_id: 12, template_id: 1, milestone_id: null }
  expect((await door.get('get_case/1')).body).toMatchObject(shown)
  const run = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  expect((await door.get(`get_tests/${run.id}`)).body.tests).toMatchObject([shown])
})

test('the filter of types finds the cases that were given such a type, and manual cases as functional ones', async () => {
  const { door, projectId, section } = await projectAtDoor(server, 'Dora')
  const given = [{}, { type_id: 6 }, { custom_steps: 'Look' }, { custom_steps: 'Look', type_id: 6 }, { type_id: 12 }]
  for (const fields of given) await door.post(`add_case/${section}`, { title: 'Pays', ...fields })
  const found = async (filter: string) =>
    (await door.all(`get_cases/${projectId}&limit=1${filter}`, 'cases')).map(({ id, type_id }) => [id, type_id])
  expect(await found('&type_id=3')).toEqual([[1, 3]])
  // Manual tests without a type are functional ones, too.
  expect(await found('&type_id=6')).toEqual([
    [2, 6],
    [3, 7],
    [4, 6],
  ])
  expect(await found('&type_id=7,12&filter=pays')).toEqual([
    [3, 7],
    [5, 12],
  ])
  expect(await found('&type_id=99')).toEqual([])
})

test('configurations that a caller gives to a run are not shown: there are none', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Emil')
  const made = await door.post(`add_run/${projectId}`, { name: 'Run', config_ids: [5], custom_os: 'BeOS' })
  expect(made).toMatchObject({ status: 200, body: { config_ids: [], custom_os: 'BeOS' } })
})

test('a case names who made it and who changed it last', async () => {
  const { door, owner, project, projectId, caseIds } = await projectAtDoor(server, 'Finn', 2)
  const person = new TestRailCaller(server, owner)
  const { id: own } = (await person.get('get_current_user')).body
  const { id } = (await server.get(`/projects/${project.id}/test-cases/C1`, owner)).body
  await server.patch(`/test-cases/${id}`, { name: 'Pays by card' }, owner)
  const [suite] = (await server.get(`/test-suites/project/${project.id}`, owner)).body
  await server.testCase(owner, suite.id)
  await door.post('update_case/3', { title: 'Pays in cash' })
  const byCI = 1
  expect(await door.all(`get_cases/${projectId}`, 'cases')).toMatchObject([
    { id: caseIds[0], created_by: byCI, updated_by: own },
    { id: caseIds[1], created_by: byCI, updated_by: byCI },
    { id: 3, created_by: own, updated_by: byCI },
  ])
  expect((await door.get('get_case/1')).body).toMatchObject({ created_by: byCI, updated_by: own })
})

test('refs that a caller empties stay empty where an import gave the case references', async () => {
  const { door, owner, project } = await projectAtDoor(server, 'Gina', 2)
  const { id } = (await server.get(`/projects/${project.id}/test-cases/C1`, owner)).body
  await server.patch(`/test-cases/${id}`, { references: ['JIRA-1'] }, owner)
  expect((await door.get('get_case/1')).body.refs).toBe('JIRA-1')
  for (const refs of ['', null]) {
    expect((await door.post('update_case/1', { refs: 'A-1' })).body.refs).toBe('A-1')
    expect((await door.post('update_case/1', { refs })).body.refs).toBe(refs)
    expect((await door.post('update_case/1', { estimate: '5m' })).body).toMatchObject({ refs, estimate: '5m' })
    expect((await door.get('get_case/1')).body.refs).toBe(refs)
  }
  expect((await server.get(`/test-cases/${id}`, owner)).body.references).toEqual(['JIRA-1'])
  await door.post('update_case/2', { refs: 'A-1', estimate: '5m' })
  expect((await door.post('update_case/2', { refs: '' })).body.refs).toBeNull()
  const other = (await server.get(`/projects/${project.id}/test-cases/C2`, owner)).body
  expect(other.extras).toEqual({ estimate: '5m' })
})
