import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { TestRailCaller } from './testing.ts'

/* A person may be a member of several projects, which one address opens. */

const server = await useTestServer()

async function twoProjects(name: string) {
  const person = await server.person(name)
  const projects = [await server.project(person, 'One'), await server.project(person, 'Two')]
  const door = new TestRailCaller(server, person)
  const listed: { id: number; name: string }[] = (await door.get('get_projects')).body.projects
  const [one, two] = ['One', 'Two'].map((wanted) => listed.find((each) => each.name === wanted)?.id as number)
  const at = (project: number) => new TestRailCaller(server, person, `/testrail/${project}`)
  return { person, projects, door, one: one as number, two: two as number, at }
}

test('a milestone is of one project, and runs are found by it', async () => {
  const { door, one, two, at } = await twoProjects('Ada')
  const unknown = { status: 400, body: { error: 'Field :milestone_id is not a valid milestone.' } }
  const { id } = (await door.post(`add_milestone/${one}`, { name: 'v1' })).body
  expect((await door.post(`add_milestone/${one}`, { name: 'v1' })).body.id).toBe(id)
  for (const caller of [door, at(one)])
    expect((await caller.get(`get_milestone/${id}`)).body).toMatchObject({ id, name: 'v1', project_id: one })
  expect(await at(two).get(`get_milestone/${id}`)).toMatchObject(unknown)
  expect(await door.get('get_milestone/9999')).toMatchObject(unknown)
  expect(await door.post(`add_run/${two}`, { name: 'Run', milestone_id: id })).toMatchObject(unknown)

  const run = (await door.post(`add_run/${one}`, { name: 'Run', include_all: false, case_ids: [] })).body
  const update = async (milestone_id: number | null) =>
    (await at(one).post(`update_run/${run.id % 100_000_000}`, { milestone_id })).body.milestone_id
  expect([await update(id), await update(null)]).toEqual([id, null])
})

test('milestones are those of runs and those that were added, of one project', async () => {
  const { person, projects, door, one, two } = await twoProjects('Bob')
  await door.post(`add_milestone/${one}`, { name: 'added' })
  await server.post(`/test-runs/project/${projects[0].id}`, { milestone: 'of a run' }, person)
  const names = async (method: string) =>
    (await door.get(method)).body.milestones.map(({ name }: { name: string }) => name).toSorted()
  expect(await names(`get_milestones/${one}`)).toEqual(['added', 'of a run'])
  expect(await names(`get_milestones/${one}&is_completed=1`)).toEqual([])
  expect(await names(`get_milestones/${two}`)).toEqual([])
})

test('numbers that are unique name cases and runs in any of the projects, and those of another one are refused', async () => {
  const { person, projects, door, one, two } = await twoProjects('Carl')
  for (const project of projects) await server.testCase(person, (await server.suite(person, project.id)).id)
  const caseOf = async (project: number) => (await door.get(`get_cases/${project}`)).body.cases[0].id
  const [mine, other] = [await caseOf(two), await caseOf(one)]
  const start = async (case_ids: number[]) =>
    await door.post(`add_run/${two}`, { name: 'Run', include_all: false, case_ids })
  expect(await start([other])).toMatchObject({ status: 400, body: { error: expect.stringContaining('case_ids') } })
  const { id } = (await start([mine])).body
  const { tests } = (await door.get(`get_tests/${id}`)).body
  expect(tests).toMatchObject([{ case_id: mine, run_id: id }])
  expect(await door.post(`delete_run/${id}&soft=1`)).toMatchObject({ status: 200 })
  await door.post(`add_result/${tests[0].id}`, { status_id: 1 })
  // A person may delete a run with results.
  expect(await door.post(`delete_run/${id}`)).toMatchObject({ status: 200 })
  expect(await door.get(`get_run/${id}`)).toMatchObject({ status: 400 })
})

test('people are the members of the projects, and the address of a project of others opens nothing', async () => {
  const { person, projects, door, one, two } = await twoProjects('Dora')
  const emil = await server.person('Emil')
  await server.member(person, projects[0].id, emil)
  const names = async (method: string) => (await door.get(method)).body.users.map(({ name }: { name: string }) => name)
  expect((await names('get_users')).toSorted()).toEqual(['CI', 'Dora', 'Emil'])
  expect((await names(`get_users/${two}`)).toSorted()).toEqual(['CI', 'Dora'])
  expect((await door.get('get_user/1')).body).toMatchObject({ id: 1, name: 'CI' })
  const { id } = (await door.get(`get_user_by_email&email=${emil.email.toUpperCase()}`)).body
  expect((await door.get(`get_user/${id}`)).body).toMatchObject({ id, name: 'Emil', email: emil.email })
  expect(await new TestRailCaller(server, emil).get(`get_project/${two}`)).toMatchObject({ status: 400 })
  expect(await new TestRailCaller(server, emil, `/testrail/${one}`).get('get_projects')).toMatchObject({ status: 200 })
  expect(await new TestRailCaller(server, emil, `/testrail/${two}`).get('get_projects')).toMatchObject({
    status: 400,
    body: { error: 'The address names no project of this credential.' },
  })
})
