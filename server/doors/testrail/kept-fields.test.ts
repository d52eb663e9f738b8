import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { projectAtDoor } from './testing.ts'

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
