import { expect, test } from 'vitest'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Concurrent changes of members: every project keeps exactly one owner, and no deleted user is a member. */

const server = await useTestServer()
const ada = await server.person('Ada')

const ROUNDS = 6
const addTo = (project: { id: string }, person: Person) =>
  server.post(`/projects/${project.id}/members`, { userId: person.id }, ada)
const remove = (project: { id: string }, person: Person, by = ada) =>
  server.delete(`/projects/${project.id}/members/${person.id}`, by)
const deleteUser = (person: Person) => server.delete(`/admin/users/${person.id}`, ada)

async function statusesOf(calls: Promise<{ status: number }>[]): Promise<number[]> {
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  for (const status of statuses) expect(status).toBeLessThan(500)
  return statuses.toSorted((a, b) => a - b)
}

async function rolesIn(projectId: string): Promise<string[]> {
  const rows = await server.services.db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['role', 'name', 'deleted_at'])
    .where('project_id', '=', projectId)
    .execute()
  expect(rows.filter(({ deleted_at }) => deleted_at !== null)).toEqual([])
  return rows.map(({ role, name }) => `${name}: ${role}`).toSorted()
}

test('concurrent additions of one user create one member', async () => {
  const [project, ben] = [await server.project(ada), await server.person('Ben')]
  expect(await statusesOf(Array.from({ length: 6 }, () => addTo(project, ben)))).toEqual([201, 409, 409, 409, 409, 409])
  expect(await rolesIn(project.id)).toEqual(['Ada: owner', 'Ben: qa_tester'])
})

test('concurrent additions, removals and invites of one user leave at most one membership', async () => {
  const [project, cleo] = [await server.project(ada), await server.person('Cleo')]
  const { body } = await server.post(`/invite/create/${project.id}`, { email: cleo.email }, ada)
  const token = new URL(body.inviteLink).searchParams.get('token')
  const accept = () => server.post('/invite/accept', { token, password: cleo.password })
  const calls = Array.from({ length: 6 }, () => [addTo(project, cleo), remove(project, cleo), accept()])
  const statuses = await statusesOf(calls.flat())
  const change = statuses.filter((status) => status === 201).length - statuses.filter((status) => status === 200).length
  expect([0, 1]).toContain((await rolesIn(project.id)).length - 1)
  expect(change).toBeGreaterThanOrEqual(0)
})

test('a user who is being deleted becomes neither a member nor an owner', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [project, dan] = [await server.project(ada), await server.person(`Dan${round}`)]
    const before = await server.services.db.selectFrom('projects').select('id').execute()
    const creations = Array.from({ length: 4 }, () => server.post('/projects', { name: 'His' }, dan))
    await statusesOf([
      ...creations.slice(0, 2),
      addTo(project, dan),
      deleteUser(dan),
      ...creations.slice(2),
      addTo(project, dan),
    ])
    const after = await server.services.db.selectFrom('projects').select('id').execute()
    expect(await rolesIn(project.id)).toEqual(['Ada: owner'])
    for (const { id } of after.filter((known) => !before.some(({ id }) => id === known.id)))
      expect(await rolesIn(id)).toEqual(['Ada: owner'])
  }
})

test('a project keeps an owner when its new owner is removed as a tester at the same time', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const eve = await server.person(`Eve${round}`)
    const project = await server.project(eve)
    await server.member(eve, project.id, ada)
    await statusesOf([remove(project, ada, eve), deleteUser(eve), remove(project, ada)])
    expect(await rolesIn(project.id)).toEqual(['Ada: owner'])
  }
})
