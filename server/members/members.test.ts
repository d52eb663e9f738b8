import { beforeEach, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string }
beforeEach(async () => void (project = await server.project(olga)))

const members = async (as = olga) => (await server.get(`/projects/${project.id}/members`, as)).body
const add = (body: unknown) => server.post(`/projects/${project.id}/members`, body, olga)
const addByEmail = (email: unknown) => server.post(`/projects/${project.id}/add-existing-user`, { email }, olga)
const remove = (as: Person, userId: string) => server.delete(`/projects/${project.id}/members/${userId}`, as)

test('adding a user answers 201 with the member, a tester', async () => {
  const { status, body } = await add({ userId: tess.id })
  expect(status).toBe(201)
  expectEntity('Member', body)
  expectEntity('UserMatch', body.user)
  expect(body).toMatchObject({
    userId: tess.id,
    role: 'qa_tester',
    user: { id: tess.id, name: 'Tess', email: tess.email },
  })
  expect((await add({ userId: tess.id, role: 'qa_tester' })).status).toBe(409)
})

test('adding a user by email answers 201 with a message', async () => {
  const { status, body } = await addByEmail(' TESS@example.com')
  expect([status, body]).toEqual([201, { message: 'Tess was added to the project' }])
  expect((await server.get('/projects', tess)).body.map(({ id }: any) => id)).toContain(project.id)
})

test('the list of members has the owner first, then the others by time of joining', async () => {
  for (const userId of [tess.id, ada.id]) await add({ userId })
  const all = await members()
  expectEntities('Member', all)
  expect(all.map(({ role, user }: any) => [role, user.name])).toEqual([
    ['owner', 'Olga'],
    ['qa_tester', 'Tess'],
    ['qa_tester', 'Ada'],
  ])
  expect(await members(tess)).toEqual(all)
  expect(await server.parts(`/projects/${project.id}/members?limit=2`, olga)).toEqual([all.slice(0, 2), all.slice(2)])
})

test('a tester who becomes the owner comes first in the list of members', async () => {
  const owner = await server.person('Omar')
  const { id } = await server.project(owner)
  for (const person of [tess, ada]) await server.member(owner, id, person)
  await server.delete(`/admin/users/${owner.id}`, ada)
  const { body } = await server.get(`/projects/${id}/members`, ada)
  expect(body.map(({ role, user }: any) => [role, user.name])).toEqual([
    ['owner', 'Ada'],
    ['qa_tester', 'Tess'],
  ])
})

test.each([
  ['unknown user', () => add({ userId: 'unknown' }), 404, 'User not found'],
  ['unknown email', () => addByEmail('nobody@example.com'), 404, 'No user with this email'],
  ['no user', () => add({}), 400, 'userId is required'],
  ['no email', () => addByEmail(undefined), 400, 'Email is required'],
  [
    'a second owner',
    () => add({ userId: tess.id, role: 'owner' }),
    400,
    'role must be qa_tester: a project has one owner',
  ],
  ['the owner again', () => add({ userId: olga.id }), 409, 'This user is already a member of the project'],
  ['the owner by email', () => addByEmail(olga.email), 409, 'This user is already a member of the project'],
])('adding %s is refused', async (_, request, status, message) => {
  const answer = await request()
  expect([answer.status, answer.body.message]).toEqual([status, message])
  expect(await members()).toHaveLength(1)
})

test('a deactivated user cannot be added', async () => {
  const dan = await server.person(`Dan${project.id}`)
  await server.patch(`/admin/users/${dan.id}/toggle-status`, undefined, ada)
  expect((await add({ userId: dan.id })).status).toBe(404)
  expect((await addByEmail(dan.email)).status).toBe(404)
})

test('concurrent additions of one user create one member', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => add({ userId: tess.id })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  expect(await members()).toHaveLength(2)
})

test('the owner removes a member, who loses access at once', async () => {
  await add({ userId: tess.id })
  const { status, body } = await remove(olga, tess.id)
  expect([status, body]).toEqual([200, { message: 'Member removed' }])
  expect((await server.get(`/projects/${project.id}`, tess)).status).toBe(404)
  expect((await remove(olga, tess.id)).status).toBe(404)
})

test('a member may leave', async () => {
  await add({ userId: tess.id })
  const { status, body } = await remove(tess, tess.id)
  expect([status, body]).toEqual([200, { message: 'You left the project' }])
  expect(await members()).toHaveLength(1)
})

test('the owner can neither be removed nor leave', async () => {
  await add({ userId: tess.id })
  const { status, body } = await remove(olga, olga.id)
  expect([status, body.message]).toEqual([409, 'The owner of a project cannot be removed'])
  expect((await remove(tess, olga.id)).status).toBe(403)
  expect((await server.get(`/projects/${project.id}`, olga)).body.memberCount).toBe(2)
})
