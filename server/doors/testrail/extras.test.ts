import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { projectAtDoor } from './testing.ts'

const server = await useTestServer()

/** PostgreSQL compresses what it indexes, so that a repeated character would fit. */
const LONG = `custom_${Array.from({ length: 150 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex')).join('')}`

const namesIn = (fields: any[]) => fields.map(({ system_name }) => system_name).filter((name) => !KNOWN.has(name))
const KNOWN = new Set(
  ['automation_id', 'preconds', 'steps', 'expected', 'steps_separated', 'mission', 'goals', 'step_results'].map(
    (name) => `custom_${name}`,
  ),
)

test('custom fields with lone surrogates in their names are kept, also when they are sent again', async () => {
  const { door, projectId, section } = await projectAtDoor(server, 'Ada', 1)
  for (const name of ['custom_\ud800', 'custom_\ud800', 'custom_\udbff'])
    expect(await door.post(`add_case/${section}`, { title: 'Pays', [name]: 1 })).toMatchObject({ status: 200 })
  expect((await door.get(`get_cases/${projectId}`)).body.size).toBe(4)
  expect(namesIn((await door.get('get_case_fields')).body)).toEqual(['custom_\ufffd'])
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const results = [{ case_id: 1, status_id: 1, 'custom_\ud83d': 1 }]
  for (const attempts of [1, 2]) {
    expect(await door.post(`add_results_for_cases/${id}`, { results })).toMatchObject({ status: 200 })
    expect((await door.get(`get_results_for_run/${id}`)).body.size).toBe(attempts)
  }
  expect(namesIn((await door.get('get_result_fields')).body)).toEqual(['custom_\ufffd'])
})

test('a milestone with a lone surrogate in its name is reused', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Bob')
  const first = await door.post(`add_milestone/${projectId}`, { name: 'v\ud800' })
  expect(await door.post(`add_milestone/${projectId}`, { name: 'v\ud800' })).toEqual({
    ...first,
    headers: expect.anything(),
  })
  const made = await door.post(`add_run/${projectId}`, { name: 'Run', milestone_id: first.body.id })
  expect(made.body.milestone_id).toBe(first.body.id)
})

test.each([
  [{ 'custom_a\0b': 1 }, 'Field :custom_a\0b must not contain NUL characters.'],
  [{ [LONG]: 1 }, `Field :${LONG.slice(0, 50)}… must be at most 255 characters long.`],
  [{ custom_a: 'a\0b' }, 'Field :custom_a must not contain NUL characters.'],
  [{ refs: 'a\0b', version: 'a\0b' }, /^Field :(refs|version) must not contain NUL characters\.$/],
])('a call with %.60j is refused before anything is written', async (bad, error) => {
  const { door, projectId, section } = await projectAtDoor(server, nextName(), 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const calls = {
    [`add_case/${section}`]: { title: 'Pays', ...bad },
    'update_case/1': { title: 'Changed', ...bad },
    [`update_cases/${projectId}`]: { case_ids: [1], title: 'Changed', ...bad },
    [`add_results_for_cases/${id}`]: {
      results: [
        { case_id: 1, status_id: 1 },
        { case_id: 1, status_id: 5, ...bad },
      ],
    },
  }
  const message = typeof error === 'string' ? error : expect.stringMatching(error)
  for (const [method, body] of Object.entries(calls))
    expect(await door.post(method, body), method).toMatchObject({ status: 400, body: { error: message } })
  expect((await door.get(`get_cases/${projectId}`)).body.cases).toMatchObject([{ id: 1, title: 'Pays 1' }])
  expect((await door.get(`get_results_for_run/${id}`)).body.size).toBe(0)
  expect(namesIn((await door.get('get_case_fields')).body)).toEqual([])
})

test('case fields leave out keys that only another way in accepts, and a case with them can be changed', async () => {
  const { door, owner, project, section } = await projectAtDoor(server, 'Carl')
  const suite = (await server.get(`/test-suites/project/${project.id}`, owner)).body[0]
  const extras = { 'custom_a\0b': 'a\0b', [LONG]: 1, custom_good: 1 }
  await server.testCase(owner, suite.id, { name: 'Pays', extras })
  expect(namesIn((await door.get('get_case_fields')).body)).toEqual(['custom_good'])
  const shown = (await door.get('get_case/1')).body
  expect(shown).toMatchObject(extras)
  expect(await door.post('update_case/1', { ...shown, section_id: section, estimate: '5m' })).toMatchObject({
    status: 200,
    body: { ...extras, estimate: '5m' },
  })
  const changed = await door.post('update_case/1', { [LONG]: null })
  expect(changed.body).not.toHaveProperty([LONG])
})

let people = 0
const nextName = () => `Person${(people += 1)}`
