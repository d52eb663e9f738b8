import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')

test('a person changes their name, and others see it at once, also those who have an answer with the former one', async () => {
  const mona = await server.person('Mona')
  const project = await server.project(mona)
  await server.post(`/projects/${project.id}/add-existing-user`, { email: ada.email }, mona)
  const run = await server.run(mona, project.id)
  const [members, overview] = [`/projects/${project.id}/members`, `/test-runs/${run.id}/overview`]
  const tagOf = async (path: string) => (await server.get(path, ada)).headers.get('etag') as string
  const tags = { [members]: await tagOf(members), [overview]: await tagOf(overview) }
  const again = (path: string) =>
    server.call('GET', path, { as: ada, headers: { 'if-none-match': tags[path] as string } })
  expect((await again(overview)).status).toBe(304)

  const rename = (name: unknown) => server.patch('/auth/profile', { name }, mona)
  for (const [name, message] of [
    ['  ', 'Name is required'],
    ['x'.repeat(256), 'Name must be at most 255 characters long'],
  ]) {
    const refused = await rename(name)
    expect([refused.status, refused.body.message, refused.body.issues[0].path]).toEqual([400, message, ['name']])
  }
  const { status, body } = await rename('  Lisa Gherardini ')
  expect([status, body]).toEqual([200, (await server.get('/auth/profile', mona)).body])
  expect(body).toMatchObject({ id: mona.id, name: 'Lisa Gherardini', email: mona.email })
  expect((await again(members)).body[0].user.name).toBe('Lisa Gherardini')
  await expect.poll(async () => (await again(overview)).body?.createdBy?.name).toBe('Lisa Gherardini')
  const found = async (text: string) => (await server.get(`/users/search?email=${text}`, ada)).body.length
  expect([await found('gherardini'), await found(mona.email)]).toEqual([1, 1])

  const [event] = (await server.get('/admin/audit?action=user.changed', ada)).body
  expect(event).toMatchObject({ actor: { id: mona.id }, target: { id: mona.id }, after: { isRenamed: true } })
  expect((await rename('Lisa Gherardini')).status).toBe(200)
})
