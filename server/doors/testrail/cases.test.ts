import { expect, test } from 'vitest'
import { machine } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { projectAtDoor, TestRailCaller } from './testing.ts'

const server = await useTestServer()

test('a project has one suite with its number, and its credential sees only this project', async () => {
  const { door, project, projectId } = await projectAtDoor(server, 'Ada')
  const { body } = await door.get('get_projects')
  expect(body).toMatchObject({ offset: 0, limit: 250, size: 1, _links: { next: null, prev: null } })
  expect(body.projects).toMatchObject([{ id: projectId, name: project.name, suite_mode: 1, is_completed: false }])
  expect((await door.get(`get_suites/${projectId}`)).body.suites).toMatchObject([
    { id: projectId, name: 'Master', project_id: projectId },
  ])
  const other = await projectAtDoor(server, 'Olga')
  expect(other.projectId).not.toBe(projectId)
  expect(await door.get(`get_project/${other.projectId}`)).toMatchObject({
    status: 400,
    body: { error: expect.any(String) },
  })
})

test('a case has the number of its ref, and fields without a place survive a change in the browser', async () => {
  const { door, owner, project, section } = await projectAtDoor(server, 'Bob')
  const made = await door.post(`add_case/${section}`, {
    title: 'Pays by card',
    refs: 'PAY-1, PAY-2',
    estimate: '5m',
    priority_id: '4',
    custom_risk: { level: 3 },
    custom_automation_id: 'pay.card',
    custom_steps_separated: [
      { content: 'Pay', expected: 'Paid' },
      { content: '', expected: '' },
    ],
    nobody_knows: true,
  })
  expect(made).toMatchObject({
    status: 200,
    body: { id: 1, title: 'Pays by card', section_id: section, refs: 'PAY-1, PAY-2', priority_id: 4, type_id: 7 },
  })
  const found = await server.get(`/projects/${project.id}/test-cases/C1`, owner)
  expect(found.body).toMatchObject({
    type: 'manual',
    priority: 'critical',
    automationKey: 'pay.card',
    steps: [{ action: 'Pay', expected: 'Paid' }],
    extras: { refs: 'PAY-1, PAY-2', estimate: '5m', custom_risk: { level: 3 } },
  })
  await server.patch(`/test-cases/${found.body.id}`, { name: 'Pays by credit card' }, owner)
  const { body } = await door.get('get_case/1')
  expect(body).toMatchObject({
    title: 'Pays by credit card',
    refs: 'PAY-1, PAY-2',
    estimate: '5m',
    custom_risk: { level: 3 },
    custom_steps_separated: [{ content: 'Pay', expected: 'Paid' }],
  })
  const updated = await door.post('update_case/1', { estimate: '1h', custom_risk: null })
  expect(updated.body).toMatchObject({ title: 'Pays by credit card', estimate: '1h', refs: 'PAY-1, PAY-2' })
  expect(updated.body).not.toHaveProperty('custom_risk')
  const fields = (await door.get('get_case_fields')).body.map((field: any) => field.system_name)
  expect(fields).toEqual(expect.arrayContaining(['custom_automation_id', 'custom_preconds', 'custom_risk']))
})

test('the mission and the goals of a case are its description', async () => {
  const { door, owner, project, section } = await projectAtDoor(server, 'Jana')
  await door.post(`add_case/${section}`, { title: 'Explore', custom_mission: 'Find', custom_goals: 'Gaps' })
  const { body } = await server.get(`/projects/${project.id}/test-cases/C1`, owner)
  expect(body.description).toBe('Find\n\nGaps')
})

test('a case without steps is automated, and one step is made of the text of steps and expectation', async () => {
  const { door, section } = await projectAtDoor(server, 'Carl')
  expect((await door.post(`add_case/${section}`, { title: 'Runs' })).body).toMatchObject({ type_id: 3, template_id: 1 })
  const stepped = await door.post(`add_case/${section}`, {
    title: 'Looks',
    custom_steps: 'Look',
    custom_expected: 'Seen',
  })
  expect(stepped.body).toMatchObject({
    type_id: 7,
    template_id: 2,
    custom_steps_separated: [{ content: 'Look', expected: 'Seen' }],
  })
})

test('nested sections have parents, depths and names of their own', async () => {
  const { door, owner, project, projectId, section } = await projectAtDoor(server, 'Dora')
  const child = (await door.post(`add_section/${projectId}`, { name: 'Cards', parent_id: section })).body
  const grandchild = (await door.post(`add_section/${projectId}`, { name: 'Visa', parent_id: child.id })).body
  expect(child).toMatchObject({ name: 'Cards', parent_id: section, depth: 1, suite_id: projectId })
  expect(grandchild).toMatchObject({ name: 'Visa', parent_id: child.id, depth: 2 })
  const names = async () =>
    (await server.get(`/test-suites/project/${project.id}`, owner)).body.map((suite: any) => suite.name)
  expect(await names()).toEqual(['Payments', 'Payments › Cards', 'Payments › Cards › Visa'])
  // Of sections with one name, the first one is the parent.
  const twin = (await door.post(`add_section/${projectId}`, { name: 'Payments' })).body
  const { sections } = (await door.get(`get_sections/${projectId}`)).body
  expect(sections).toMatchObject([{ id: section }, child, grandchild, { id: twin.id, parent_id: null, depth: 0 }])
  await door.post(`delete_section/${twin.id}`)
  await door.post(`update_section/${section}`, { name: 'Money' })
  expect(await names()).toEqual(['Money', 'Money › Cards', 'Money › Cards › Visa'])
  expect(await door.post(`delete_section/${child.id}&soft=1`)).toMatchObject({ status: 200 })
  expect(await names()).toHaveLength(3)
  await door.post(`delete_section/${child.id}`)
  expect(await names()).toEqual(['Money'])
  expect(await door.get(`get_section/${child.id}`)).toMatchObject({ status: 400 })
})

test('the cases of a project are read in pages whose links keep the filter', async () => {
  const { door, owner, project, projectId, section } = await projectAtDoor(server, 'Emil')
  const suite = (await server.get(`/test-suites/project/${project.id}`, owner)).body[0]
  await server.testCases(
    owner,
    suite.id,
    Array.from({ length: 300 }, (_, index) => ({ name: `Case ${index + 1}` })),
  )
  const first = await door.get(`get_cases/${projectId}/&suite_id=${projectId}&limit=9000`)
  expect(first.body).toMatchObject({
    size: 250,
    limit: 250,
    _links: { next: `/api/v2/get_cases/${projectId}&suite_id=${projectId}&limit=250&offset=250`, prev: null },
  })
  const all = await door.all(`get_cases/${projectId}&suite_id=${projectId}`, 'cases')
  expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  const found = await door.all(`get_cases/${projectId}&filter=case%2029&limit=5`, 'cases')
  expect(found.map(({ id }) => id)).toEqual([29, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299])
  expect((await door.get(`get_cases/${projectId}&type_id=3`)).body.size).toBe(0)
  expect((await door.get(`get_cases/${projectId}&priority_id=1,2&section_id=${section}`)).body.size).toBe(250)
})

test('many cases are changed, moved, copied and deleted at once', async () => {
  const { door, projectId, caseIds } = await projectAtDoor(server, 'Finn', 3)
  const target = (await door.post(`add_section/${projectId}`, { name: 'Archive' })).body.id
  const changed = await door.post(`update_cases/${projectId}`, { case_ids: caseIds, refs: 'A-1', priority_id: 1 })
  expect(changed.body.updated_cases).toMatchObject([1, 2, 3].map((id) => ({ id, refs: 'A-1', priority_id: 1 })))
  await door.post(`move_cases_to_section/${target}`, { suite_id: projectId, case_ids: [1, 2] })
  await door.post(`copy_cases_to_section/${target}`, { case_ids: '3' })
  const moved = (await door.get(`get_cases/${projectId}&section_id=${target}`)).body.cases
  expect(moved.map(({ id }: any) => id)).toEqual([1, 2, 4])
  await door.post(`delete_cases/${projectId}&soft=1`, { case_ids: [1, 2] })
  expect((await door.get(`get_cases/${projectId}`)).body.size).toBe(4)
  await door.post(`delete_cases/${projectId}`, { case_ids: [1, 2] })
  await door.post('delete_case/3')
  expect((await door.get(`get_cases/${projectId}`)).body.cases.map(({ id }: any) => id)).toEqual([4])
  expect((await door.post(`delete_cases/${projectId}`, { case_ids: [1, 4] })).body.error).toContain('C1')
})

test('when one of many cases cannot be changed, none is', async () => {
  const { door, projectId, caseIds } = await projectAtDoor(server, 'Hugo', 2)
  const before = (await door.get(`get_cases/${projectId}`)).body.cases
  const change = { case_ids: caseIds, priority_id: 4, custom_automation_id: 'dup' }
  expect(await door.post(`update_cases/${projectId}`, change)).toMatchObject({
    status: 400,
    body: { error: 'Another test case of this project has this automation key' },
  })
  expect((await door.get(`get_cases/${projectId}`)).body.cases).toEqual(before)
})

test('many cases move to a section that has more cases than are numbered at once', async () => {
  const { door, owner, project, projectId, caseIds } = await projectAtDoor(server, 'Iris', 2)
  const target = (await door.post(`add_section/${projectId}`, { name: 'Archive' })).body.id
  const suites = (await server.get(`/test-suites/project/${project.id}`, owner)).body
  const archive = suites.find(({ name }: any) => name === 'Archive').id
  const archived = Array.from({ length: 2_001 }, () => ({ name: 'Old' }))
  await server.testCases(owner, archive, archived)
  const changed = await door.post(`update_cases/${projectId}`, { case_ids: caseIds, section_id: target })
  expect(changed.body.updated_cases).toMatchObject([
    { id: 1, section_id: target, display_order: 2_002 },
    { id: 2, section_id: target, display_order: 2_003 },
  ])
  const found = (await door.get(`get_cases/${projectId}&filter=pays`)).body.cases
  expect(found.map(({ id }: any) => id)).toEqual([1, 2])
  const last = (await server.get(`/test-cases/test-suite/${archive}?limit=5&offset=2000`, owner)).body
  expect(last.map(({ number, ref }: any) => `${number} ${ref}`)).toEqual(['2001 C2003', '2002 C1', '2003 C2'])
})

test('numbers of cases that fit several projects are refused, and the address of one project tells them apart', async () => {
  const person = await server.person('Gina')
  const projects = [await server.project(person, 'One'), await server.project(person, 'Two')]
  for (const project of projects) await server.testCase(person, (await server.suite(person, project.id)).id)
  const door = new TestRailCaller(server, person)
  const refused = await door.get('get_case/1')
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('/testrail/{project}/') } })
  const listed = (await door.get('get_projects')).body.projects
  expect(listed).toHaveLength(2)
  const [numberOne, numberTwo] = listed.map(({ id }: any) => id)
  const [unique] = (await door.get(`get_cases/${numberTwo}`)).body.cases
  expect(unique.id).toBeGreaterThan(100_000_000)
  expect((await door.get(`get_case/${unique.id}`)).body.id).toBe(unique.id)
  for (const named of [numberTwo, projects[1].id]) {
    const one = new TestRailCaller(server, person, `/testrail/${named}`)
    expect((await one.get('get_case/1')).body).toMatchObject({ id: 1, suite_id: numberTwo })
    expect((await one.get('get_projects')).body.projects.map(({ id }: any) => id)).toEqual([numberTwo])
    expect(await one.get(`get_project/${numberOne}`)).toMatchObject({ status: 400 })
    expect((await one.get(`get_case/${unique.id}`)).body.id).toBe(1)
  }
  const foreign = new TestRailCaller(server, machine(projects[0]), `/testrail/${numberTwo}`)
  expect(await foreign.get('get_projects')).toMatchObject({ status: 400 })
})
