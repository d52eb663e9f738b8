import { expect, test } from 'vitest'
import { addIdentity } from '../testing/identities.ts'
import { addApp } from '../testing/second-factors.ts'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* An act about one account leaves the rows of all others as they are. */

const server = await useTestServer()
const ada = await server.person('Ada')
const { db } = server.services
const project = await server.project(ada)
await server.project(await withEverything(await server.person('Cem')))

const TABLES = [
  'users',
  'sessions',
  'factors',
  'recovery_codes',
  'api_tokens',
  'identities',
  'sign_in_networks',
  'sign_in_failures',
  'project_members',
  'invites',
] as const

/** Gives a person rows in each table. */
async function withEverything(person: Person): Promise<Person> {
  await addApp(server, person)
  await addIdentity(server, person)
  await server.member(ada, project.id, person)
  expect((await server.post('/auth/tokens', { name: 'CI', verbs: ['read'] }, person)).status).toBe(201)
  expect((await server.post('/auth/sign-in', { email: person.email, password: 'wrong' })).status).toBe(401)
  const { id } = await server.project(ada)
  expect((await server.post(`/invite/create/${id}`, { email: person.email }, ada)).status).toBe(201)
  return person
}

async function rowsWithout({ id, email }: Person): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of TABLES) {
    const all = (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row))
    rows[table] = all.filter((row) => !row.includes(id) && !row.includes(email)).toSorted()
  }
  return rows
}

const admin = (act: string) => (person: Person) => server.post(`/admin/users/${person.id}/${act}`, undefined, ada)

test.each<[string, (person: Person) => Promise<{ status: number }>]>([
  ['a new name', (person) => server.patch('/auth/profile', { name: 'New' }, person)],
  [
    'a new password',
    (person) =>
      server.post('/auth/reset-password', { currentPassword: person.password, newPassword: 'new secret' }, person),
  ],
  ['new recovery codes', (person) => server.post('/auth/recovery-codes', undefined, person)],
  ['the end of all sessions', (person) => server.post('/auth/sign-out-everywhere', undefined, person)],
  ['the end of all sessions by an administrator', admin('sign-out')],
  ['a reset of the second factors', admin('reset-factors')],
  ['a temporary password', admin('reset-password')],
  ['a deactivation', ({ id }) => server.patch(`/admin/users/${id}/toggle-status`, undefined, ada)],
  ['a deletion', ({ id }) => server.delete(`/admin/users/${id}`, ada)],
  ['an erasure', admin('erase')],
])('other accounts stay as they are after %s', async (act, make) => {
  const ben = await withEverything(await server.person(act.replaceAll(' ', '')))
  const before = await rowsWithout(ben)
  for (const table of TABLES) expect([table, before[table]?.length === 0]).toEqual([table, false])
  expect((await make(ben)).status).toBeLessThan(300)
  expect(await rowsWithout(ben)).toEqual(before)
})
