import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { projectAtDoor, TestRailCaller } from './testing.ts'

const server = await useTestServer()

test('a run has the cases it was made of, and its counts follow its results', async () => {
  const { door, owner, project, projectId, caseIds } = await projectAtDoor(server, 'Ada', 3)
  const milestone = (await door.post(`add_milestone/${projectId}`, { name: 'v1' })).body
  const made = await door.post(`add_run/${projectId}`, {
    name: 'Nightly',
    description: 'Every night',
    suite_id: projectId,
    milestone_id: milestone.id,
    refs: 'REL-1',
    include_all: false,
    case_ids: caseIds.slice(0, 2),
  })
  expect(made.body).toMatchObject({
    id: 1,
    name: 'Nightly',
    description: 'Every night',
    milestone_id: milestone.id,
    refs: 'REL-1',
    include_all: false,
    is_completed: false,
    untested_count: 2,
    plan_id: null,
    config_ids: [],
    url: expect.stringMatching(new RegExp(`^${server.url}/projects/${project.id}\\?tab=runs&run=`)),
  })
  const results = [
    { case_id: 1, status_id: 1, elapsed: '1m 5s', version: '1.2' },
    { case_id: 2, status_id: 5, comment: 'Boom', defects: 'BUG-1, BUG-2' },
  ]
  await door.post('add_results_for_cases/1', { results })
  const run = (await door.get('get_run/1')).body
  expect(run).toMatchObject({ passed_count: 1, failed_count: 1, untested_count: 0 })
  const closed = await door.post('close_run/1')
  expect(closed.body).toMatchObject({ is_completed: true, completed_on: expect.any(Number) })
  expect(await door.post('close_run/1')).toMatchObject({ status: 200, body: closed.body })
  expect((await door.get(`get_runs/${projectId}&is_completed=0`)).body.size).toBe(0)
  expect((await door.get(`get_runs/${projectId}&is_completed=1&milestone_id=${milestone.id}`)).body.runs).toHaveLength(
    1,
  )
  const shown = (await server.get(`/test-runs/project/${project.id}`, owner)).body[0]
  expect(shown).toMatchObject({
    ref: 'R1',
    milestone: 'v1',
    description: 'Nightly\n\nEvery night',
    status: 'completed',
  })
})

test('runs are found by the time at which they were started, as reporters look for the run of today', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Mona')
  for (const name of ['Old', 'New']) await door.post(`add_run/${projectId}`, { name, include_all: false, case_ids: [] })
  const [{ created_on: started }] = (await door.get(`get_runs/${projectId}`)).body.runs
  const found = async (filter: string) => {
    const { body } = await door.get(`get_runs/${projectId}&is_completed=0&${filter}`)
    return [body.runs.map(({ name }: { name: string }) => name), body._links.next]
  }
  const hour = 3_600
  expect(await found(`created_after=${started - hour}&suite_id=${projectId}`)).toEqual([['New', 'Old'], null])
  expect(await found(`created_after=${started + hour}`)).toEqual([[], null])
  expect(await found(`created_before=${started + hour}.5`)).toEqual([['New', 'Old'], null])
  expect(await found(`created_before=${started - hour}`)).toEqual([[], null])
  const [names, next] = await found(`created_after=${started - hour}&created_before=${started + hour}&limit=1`)
  expect([names, (await door.send('GET', `/index.php?${next}`)).body.runs[0].name]).toEqual([['New'], 'Old'])
  const refused = await door.get(`get_runs/${projectId}&created_after=yesterday`)
  expect(refused).toMatchObject({ status: 400, body: { error: 'Field :created_after is not a valid timestamp.' } })
})

test('the name of a run becomes one line, and one with a million spaces is refused at once', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Nora')
  const made = await door.post(`add_run/${projectId}`, {
    name: ' Nightly \r\n\r\n of  main\n',
    description: 'Every\nnight',
  })
  expect(made.body).toMatchObject({ name: 'Nightly of  main', description: 'Every\nnight' })
  const { status } = await door.post(`add_run/${projectId}`, { name: `a${' '.repeat(1_000_000)}b` })
  expect(status).toBe(400)
})

test('jobs that close one run at the same time are all told that it is closed', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Kira')
  for (const name of ['Shards', 'Shards again', 'And again']) {
    const { id } = (await door.post(`add_run/${projectId}`, { name, include_all: false, case_ids: [] })).body
    const closed = await Promise.all(Array.from({ length: 20 }, () => door.post(`close_run/${id}`)))
    expect(closed.map(({ status, body }) => [status, body.is_completed])).toEqual(closed.map(() => [200, true]))
  }
})

test('a run that starts empty grows and shrinks, and keeps what was executed', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Bob', 4)
  const { id, untested_count } = (await door.post(`add_run/${projectId}`, { name: 'E', include_all: 0, case_ids: [] }))
    .body
  expect(untested_count).toBe(0)
  const update = async (change: object) => (await door.post(`update_run/${id}`, change)).body
  expect(await update({ include_all: false, case_ids: [1, 2] })).toMatchObject({ untested_count: 2, name: 'E' })
  await door.post(`add_result_for_case/${id}/1`, { status_id: 1 })
  expect(await update({ case_ids: [3] })).toMatchObject({ passed_count: 1, untested_count: 1 })
  const tests = (await door.get(`get_tests/${id}`)).body.tests
  expect(tests.map((one: any) => [one.case_id, one.status_id])).toEqual([
    [1, 1],
    [3, 3],
  ])
  expect(await update({ include_all: true, name: 'Full', description: 'All' })).toMatchObject({
    untested_count: 3,
    name: 'Full',
    description: 'All',
  })
  expect((await door.get(`get_tests/${id}&status_id=1,5`)).body.tests).toMatchObject([{ case_id: 1 }])
})

test('results are answered in the order of the request, and a case that is named twice has two attempts', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Carl', 3)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run', include_all: false, case_ids: [1] })).body
  const results = [
    { case_id: 2, status_id: 5, comment: 'First', elapsed: '0.12s' },
    { case_id: 1, status_id: 3 },
    { case_id: 2, status_id: '1', comment: 'Then', custom_browser: 'firefox' },
    { case_id: 3, status_id: 2, comment: 'No card' },
  ]
  const { body } = await door.post(`add_results_for_cases/${id}`, { results })
  expect(body).toMatchObject([
    { status_id: 5, comment: 'First', elapsed: '1s' },
    { id: null, status_id: 3 },
    { status_id: 1, comment: 'Then', custom_browser: 'firefox' },
    { status_id: 4, comment: 'Blocked\n\nNo card' },
  ])
  expect(body[0].test_id).toBe(body[2].test_id)
  const listed = (await door.get(`get_results/${body[0].test_id}`)).body.results
  expect(listed.map((result: any) => result.id)).toEqual([body[2].id, body[0].id])
  expect(listed[0]).toMatchObject({ custom_browser: 'firefox', created_by: 1 })
  expect((await door.get(`get_results/${body[0].test_id}&limit=1&offset=1`)).body.results).toEqual(listed.slice(1))
  expect((await door.get(`get_results_for_run/${id}`)).body.size).toBe(3)
  expect((await door.get(`get_results_for_run/${id}&status_id=5&limit=1`)).body.results).toMatchObject([
    { id: body[0].id },
  ])
  expect((await door.get(`get_results_for_case/${id}/3`)).body.results).toMatchObject([{ id: body[3].id }])
  expect((await door.get(`get_results_for_case/${id}/1`)).body.results).toEqual([])
  const fields = (await door.get('get_result_fields')).body.map((field: any) => field.system_name)
  expect(fields).toContain('custom_browser')
})

test('one unknown case refuses all results and names itself', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Dora', 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const results = [1, 77, 78].map((case_id) => ({ case_id, status_id: 1 }))
  const refused = await door.post(`add_results_for_cases/${id}`, { results })
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('C77, C78') } })
  for (const [field, bad] of Object.entries({ status_id: 9, elapsed: 'soon', case_id: 'x' })) {
    const answer = await door.post(`add_results_for_cases/${id}`, {
      results: [{ case_id: 1, status_id: 1, [field]: bad }],
    })
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(field) } })
  }
  const foreign = await door.post(`add_results/${id}`, { results: [{ test_id: 9999, status_id: 1 }] })
  expect(foreign).toMatchObject({ status: 400, body: { error: 'Field :test_id has unknown tests: 9999' } })
  const nameless = await door.post(`add_results_for_cases/${id}`, { results: [{ status_id: 1 }] })
  expect(nameless).toMatchObject({ status: 400, body: { error: 'Field :case_id is a required field.' } })
  expect((await door.get(`get_run/${id}`)).body).toMatchObject({ passed_count: 0, untested_count: 1 })
  await door.post(`close_run/${id}`)
  expect(await door.post(`add_results_for_cases/${id}`, { results: results.slice(0, 1) })).toMatchObject({
    status: 400,
    body: { error: expect.any(String) },
  })
})

test('verdicts of steps are shown beside the steps that the case has, and come back as they were sent', async () => {
  const { door, owner, projectId, section } = await projectAtDoor(server, 'Emil')
  const steps = [
    { content: 'Look', expected: 'Seen' },
    { content: 'Pay', expected: 'Paid' },
  ]
  await door.post(`add_case/${section}`, { title: 'Stepped', custom_steps_separated: steps })
  const { id, url } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const given = [
    { content: 'Look', status_id: 1 },
    { content: 'Pay', status_id: 5, actual: 'Refused' },
    { content: 'Extra', status_id: 1 },
  ]
  const { body } = await door.post(`add_results_for_cases/${id}`, {
    results: [{ case_id: 1, status_id: 5, custom_step_results: given }],
  })
  expect(body).toMatchObject([{ status_id: 5, custom_step_results: given }])
  const tests = (await door.get(`get_tests/${id}`)).body.tests
  expect(tests).toMatchObject([{ template_id: 2, custom_steps_separated: steps }])
  const runId = new URL(url).searchParams.get('run')
  const [result] = (await server.get(`/test-runs/${runId}/results`, owner)).body
  expect(result.steps).toMatchObject([{ status: 'passed' }, { status: 'failed', note: 'Refused' }])
})

test('defects may repeat, and a text longer than any list of them is refused', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Xenia', 1)
  await door.post(`add_run/${projectId}`, { name: 'Nightly' })
  const add = (defects: string) => door.post('add_result_for_case/1/1', { status_id: 5, defects })
  expect(await add('BUG-1, '.repeat(2_000))).toMatchObject({ status: 200 })
  expect(await add('BUG-1, '.repeat(3_000))).toMatchObject({
    status: 400,
    body: { error: 'Field :defects is too long.' },
  })
})

test('a long comment comes back whole', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Finn', 2)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const comment = 'x'.repeat(30_000)
  const results = [
    { case_id: 1, status_id: 5, comment },
    { case_id: 2, status_id: 1, comment },
  ]
  const { body } = await door.post(`add_results_for_cases/${id}`, { results })
  expect(body.map((result: any) => result.comment)).toEqual([comment, comment])
  const listed = (await door.get(`get_results_for_run/${id}`)).body.results
  expect(listed.map((result: any) => result.comment)).toEqual([comment, comment])
})

test('a result is edited by another attempt, and only the newest one', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Gina', 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const [test] = (await door.get(`get_tests/${id}`)).body.tests
  const first = (await door.post(`add_result/${test.id}`, { status_id: 5, comment: 'Boom', version: '1' })).body
  const edited = (await door.post(`edit_result/${first.id}`, { comment: 'Boom, again' })).body
  expect(edited).toMatchObject({ test_id: test.id, status_id: 5, comment: 'Boom, again', version: '1' })
  expect(await door.post(`edit_result/${first.id}`, { comment: 'Late' })).toMatchObject({ status: 400 })
  const added = await door.post(`add_results/${id}`, { results: [{ test_id: test.id, status_id: 1 }] })
  expect(added.body).toMatchObject([{ test_id: test.id, status_id: 1 }])
})

test('an edited result keeps the time that was recorded, whatever its fraction', async () => {
  const { door, owner, project, projectId } = await projectAtDoor(server, 'Kurt', 1)
  const { id, url } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const runId = new URL(url).searchParams.get('run') as string
  const found = await server.get(`/projects/${project.id}/test-cases/C1`, owner)
  for (const executionTimeMs of [0.300_000_000_000_000_04, 41.123_456_789_012_3, 1e-7]) {
    await server.execute(owner, found.body.id, runId, { actualValue: 'ok', executionTimeMs })
    const [recorded] = (await door.get(`get_results_for_run/${id}`)).body.results
    const edited = await door.post(`edit_result/${recorded.id}`, { comment: 'hi' })
    expect(edited).toMatchObject({ status: 200, body: { comment: 'hi', elapsed: '1s' } })
    const [shown] = (await server.get(`/test-runs/${runId}/results`, owner)).body
    expect(shown).toMatchObject({ notes: 'hi', executionTimeMs })
    const untimed = await door.post(`edit_result/${edited.body.id}`, { elapsed: null })
    expect(untimed.body).toMatchObject({ comment: 'hi', elapsed: null })
  }
})

test('the elapsed time of a result may have a long fraction', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Lena', 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const results = ['0.30000000000000004s', 0.300_000_000_000_000_04].map((elapsed) => ({
    case_id: 1,
    status_id: 1,
    elapsed,
  }))
  expect((await door.post(`add_results_for_cases/${id}`, { results })).body).toMatchObject([
    { elapsed: '1s' },
    { elapsed: '1s' },
  ])
})

test('files go to results and cases as forms, and come back by their numbers', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Hans', 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const [result] = (await door.post(`add_results_for_cases/${id}`, { results: [{ case_id: 1, status_id: 5 }] })).body
  const added = await door.upload(`add_attachment_to_result/${result.id}`, 'trace.txt', 'what happened')
  expect(added).toMatchObject({ status: 200, body: { attachment_id: expect.any(Number) } })
  const { attachment_id } = added.body
  const listed = (await door.get(`get_attachments_for_test/${result.test_id}`)).body.attachments
  expect(listed).toMatchObject([{ id: attachment_id, name: 'trace.txt', size: 13 }])
  expect((await door.get(`get_results/${result.test_id}`)).body.results[0].attachment_ids).toEqual([attachment_id])
  const led = await door.get(`get_attachment/${attachment_id}`)
  expect(await (await fetch(led.headers.get('location') ?? '')).text()).toBe('what happened')
  await door.upload('add_attachment_to_case/1', 'card.txt', 'a card')
  expect((await door.get('get_attachments_for_case/1')).body.attachments).toMatchObject([{ name: 'card.txt' }])
  await door.post(`delete_attachment/${attachment_id}`)
  expect((await door.get(`get_attachments_for_test/${result.test_id}`)).body.size).toBe(0)
  expect(await door.post(`add_attachment_to_result/${result.id}`, {})).toMatchObject({ status: 400 })
})

test('a file of another project cannot be read or deleted at the address of one project', async () => {
  const { owner, project, door, projectId } = await projectAtDoor(server, 'Nils', 1)
  const other = await server.project(owner, 'Other')
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const [result] = (await door.post(`add_results_for_cases/${id}`, { results: [{ case_id: 1, status_id: 5 }] })).body
  const files = [
    await door.upload('add_attachment_to_case/1', 'card.txt', 'a card'),
    await door.upload(`add_attachment_to_result/${result.id}`, 'trace.txt', 'what happened'),
  ].map(({ body }) => body.attachment_id)
  const [there, here] = [other, project].map((one) => new TestRailCaller(server, owner, `/testrail/${one.id}`))
  const refused = { status: 400, body: { error: 'Field :attachment_id is not a valid attachment.' } }
  for (const file of files) {
    expect(await there?.get(`get_attachment/${file}`)).toMatchObject(refused)
    expect(await there?.post(`delete_attachment/${file}`)).toMatchObject(refused)
    expect(await here?.get(`get_attachment/${file}`)).toMatchObject({ status: 302 })
    expect(await here?.post(`delete_attachment/${file}`)).toMatchObject({ status: 200 })
  }
})

test('a list of as many unknown cases as a run may have is refused by add_run and update_run', async () => {
  const { door, projectId } = await projectAtDoor(server, 'Mia')
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  for (const first of [1_000, 100_000_001]) {
    const case_ids = Array.from({ length: 50_000 }, (_, index) => first + index)
    for (const method of [`add_run/${projectId}`, `update_run/${id}`])
      expect(await door.post(method, { name: 'Run', include_all: false, case_ids })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('Field :case_ids has unknown cases: C') },
      })
  }
})

test('a credential takes back its own run without results, and no other one', async () => {
  const { door, owner, project, projectId } = await projectAtDoor(server, 'Ines', 1)
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  await door.post(`delete_run/${id}&soft=1`)
  expect(await door.get(`get_run/${id}`)).toMatchObject({ status: 200 })
  expect(await door.post(`delete_run/${id}`)).toMatchObject({ status: 200 })
  expect(await door.get(`get_run/${id}`)).toMatchObject({ status: 400 })
  const used = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  await door.post(`add_result_for_case/${used.id}/1`, { status_id: 1 })
  expect(await door.post(`delete_run/${used.id}`)).toMatchObject({ status: 400 })
  await server.run(owner, project.id)
  expect(await door.post(`delete_run/${used.id + 1}`)).toMatchObject({ status: 403 })
})

test('fifty results at a time, twenty times at once, are all recorded, each in its order', async () => {
  const { door, owner, project, projectId } = await projectAtDoor(server, 'Jana')
  const suite = (await server.get(`/test-suites/project/${project.id}`, owner)).body[0]
  await server.testCases(
    owner,
    suite.id,
    Array.from({ length: 50 }, () => ({})),
  )
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const sent = Array.from({ length: 20 }, (_, batch) =>
    Array.from({ length: 50 }, (__, at) => ({ case_id: at + 1, status_id: 1, comment: `${batch} ${at}` })),
  )
  const answers = await Promise.all(sent.map((results) => door.post(`add_results_for_cases/${id}`, { results })))
  for (const [batch, { status, body }] of answers.entries()) {
    expect(status).toBe(200)
    expect(body.map((result: any) => result.comment)).toEqual(sent[batch]?.map(({ comment }) => comment))
  }
  expect(new Set(answers.flatMap(({ body }) => body.map((result: any) => result.id))).size).toBe(1_000)
  expect(await door.all(`get_results_for_run/${id}`, 'results')).toHaveLength(1_000)
})
