import { describe, expect, test } from 'vitest'
import { expectEntities } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const mona = await server.person('Mona')
const people = [
  { email: 'ulla.o@work.example', name: 'Ülla Öberg' },
  { email: 'per_cent@work.example', name: '100% Sure' },
  { email: 'percent@work.example', name: 'Back\\slash' },
  ...Array.from({ length: 12 }, (_, index) => ({ email: `crowd${index}@many.example`, name: `Crowd ${index}` })),
]
for (const person of people) await server.post('/admin/users', { ...person, password: 'secret' }, ada)

describe('the user search', () => {
  const search = async (text: string) =>
    (await server.get(`/users/search?email=${encodeURIComponent(text)}`, mona)).body

  test('the user search finds active users by a part of email or name, case-insensitively', async () => {
    const found = await search('MON')
    expectEntities('UserMatch', found)
    expect(found).toEqual([{ id: mona.id, name: 'Mona', email: 'mona@example.com' }])
  })

  test.each([
    ['ulla.o', ['Ülla Öberg']],
    ['ÖBERG', ['Ülla Öberg']],
    ['ülla ö', ['Ülla Öberg']],
    ['r_c', ['100% Sure']],
    ['0%', ['100% Sure']],
    ['k\\s', ['Back\\slash']],
    ["' or 1=1 --", []],
    ['%%', []],
    ['__', []],
    ['m', []],
    ['', []],
    [' m ', []],
    ['  mona  ', ['Mona']],
  ])('the user search for %j finds %j', async (text, names) => {
    expect((await search(text)).map(({ name }: any) => name)).toEqual(names)
  })

  test('the user search returns at most ten users', async () => {
    expect(await search('crowd')).toHaveLength(10)
  })

  test('the user search returns the user of the exact email first, also if ten others match', async () => {
    const others = Array.from({ length: 10 }, (_, index) => `jo${index}.an@short.example`)
    for (const email of [...others, 'an@short.example'])
      await server.post('/admin/users', { email, name: 'An', password: 'secret' }, ada)
    const found = (await search(' An@Short.example')).map(({ email }: any) => email)
    expect(found).toEqual(['an@short.example', ...others.slice(0, 9)])
  })

  test('the user search without a text finds nobody', async () => {
    const { status, body } = await server.get('/users/search', mona)
    expect([status, body]).toEqual([200, []])
  })

  test.each(['\0\0', 'm\0'])('the user search refuses the NUL characters of %j', async (text) => {
    const message = 'email must not contain NUL characters'
    const { status, body } = await server.get(`/users/search?email=${encodeURIComponent(text)}`, mona)
    expect([status, body]).toEqual([400, { message, code: 'BAD_REQUEST', issues: [{ path: ['email'], message }] }])
  })

  test('the user search omits deactivated and deleted users', async () => {
    const [dan, del] = [await server.person('Danube'), await server.person('Delphi')]
    expect([await search('danube'), await search('delphi')].flat()).toHaveLength(2)
    await server.patch(`/admin/users/${dan.id}/toggle-status`, undefined, ada)
    await server.delete(`/admin/users/${del.id}`, ada)
    expect([await search('danube'), await search('delphi')].flat()).toEqual([])
  })
})

describe("a user's projects", () => {
  test('a user and administrators see the projects of that user, without secrets', async () => {
    for (const name of ['One', 'Two', 'Three']) await server.project(mona, name)
    for (const as of [mona, ada]) {
      const { status, body, headers } = await server.get(`/users/${mona.id}/projects`, as)
      expect([status, headers.get('x-total-count')]).toEqual([200, '3'])
      expectEntities('Project', body)
      expect(body.map(({ name, clientSecret, userRole }: any) => [name, clientSecret, userRole])).toEqual([
        ['Three', null, 'owner'],
        ['Two', null, 'owner'],
        ['One', null, 'owner'],
      ])
      const parts = await server.parts(`/users/${mona.id}/projects?limit=2`, as)
      expect(parts.flat()).toEqual(body)
    }
  })

  test('other users cannot read the projects of a user, nor learn whether the user exists', async () => {
    for (const id of [ada.id, 'unknown']) {
      const { status, body } = await server.get(`/users/${id}/projects`, mona)
      expect([status, body.message]).toEqual([403, 'Only administrators may do this'])
    }
    expect((await server.get('/users/unknown/projects', ada)).status).toBe(404)
  })

  test('a token of an administrator shows the projects of others only with the verb "admin"', async () => {
    const statusWith = async (verbs: string[], id: string) => {
      const { token } = (await server.post('/auth/tokens', { name: 'Laptop', verbs }, ada)).body
      return (await server.get(`/users/${id}/projects`, { authorization: `Bearer ${token}` })).status
    }
    for (const id of [mona.id, 'unknown']) expect(await statusWith(['read', 'write', 'manage'], id)).toBe(403)
    expect(await statusWith(['read', 'admin'], mona.id)).toBe(200)
    expect(await statusWith(['read'], ada.id)).toBe(200)
  })
})
