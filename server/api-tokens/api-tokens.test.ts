import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { TOKEN_PATTERN } from '#shared/api-tokens/api-token.ts'
import { type Caller, machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { makeWatchable } from '../testing/watch-queries.ts'

/* The numbers in the titles are those of the acceptance lines. */

const server = await useTestServer()
const [olga, tess] = [await server.person('Olga'), await server.person('Tess')]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

type Wish = { verbs?: string[]; projectIds?: string[] | null; expiresInDays?: number; name?: string }

async function personal(person: Person, wish: Wish = {}): Promise<string> {
  const { status, body } = await server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'], ...wish }, person)
  expect(status).toBe(201)
  return body.token
}

async function ofProject(projectId: string, verbs = ['read', 'record']) {
  const { status, body } = await server.post(`/projects/${projectId}/tokens`, { name: 'CI', verbs }, olga)
  expect(status).toBe(201)
  return body as { id: string; token: string }
}

afterEach(() => void vi.useRealTimers())

/** Only the clock moves: timers of the server go on. */
const hoursLater = (hours: number) => vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ['Date'] })

const JUNIT = '<testsuite name="Pay"><testcase name="Pays"/></testsuite>'

describe('a token of a project', () => {
  test('line 1: with record only it may not read the project, and uploads a report', async () => {
    const project = await server.project(olga)
    const { token } = await ofProject(project.id, ['record'])
    const read = await server.get(`/projects/${project.id}`, bearer(token))
    expect([read.status, read.body.message]).toEqual([403, 'This token may not do this: it lacks the verb "read"'])
    const { status, body } = await server.upload(bearer(token), project.id, JUNIT)
    expect([status, body.testRun.summary.passed]).toEqual([201, 1])
  })

  test('lines 2 and 5: it answers 404 for another project, and is a password of its own', async () => {
    const [project, other] = [await server.project(olga), await server.project(olga)]
    const { token } = await ofProject(project.id)
    expect((await server.get(`/projects/${other.id}`, bearer(token))).status).toBe(404)
    expect((await server.get(`/projects/${project.id}`, basic(project.id, token))).status).toBe(200)
    expect((await server.get(`/projects/${project.id}`, basic(other.id, token))).status).toBe(401)
    expect((await server.get('/projects', bearer(token))).status).toBe(403)
  })

  test('it is listed without its text, and ends when it is revoked or its project is deleted', async () => {
    const project = await server.project(olga)
    const [first, second] = [await ofProject(project.id), await ofProject(project.id)]
    const { body, headers } = await server.get(`/projects/${project.id}/tokens?limit=1`, olga)
    expect(headers.get('x-total-count')).toBe('2')
    expect(body[0]).toMatchObject({ id: second.id, hint: second.token.slice(-4), kind: 'project', lastUsedAt: null })
    expect(JSON.stringify(body)).not.toContain(second.token)
    await server.delete(`/projects/${project.id}/tokens/${first.id}`, olga)
    expect((await server.get('/auth/token', bearer(first.token))).status).toBe(401)
    expect((await server.get('/auth/token', bearer(second.token))).body).toMatchObject({
      kind: 'project',
      name: 'CI',
      verbs: ['read', 'record'],
      projectId: project.id,
    })
    await server.delete(`/projects/${project.id}`, olga)
    expect((await server.get('/auth/token', bearer(second.token))).status).toBe(401)
  })

  test('a project has at most 20 tokens', async () => {
    const project = await server.project(olga)
    for (let made = 0; made < 20; made += 1) await ofProject(project.id)
    const body = { name: 'CI', verbs: ['read'] }
    const refused = await server.post(`/projects/${project.id}/tokens`, body, olga)
    expect([refused.status, refused.body.message]).toEqual([409, 'There are 20 tokens already. Revoke one first'])
  })

  test('it signs in to the doors of TestRail and Qase, and records only with its verb', async () => {
    const project = await server.project(olga)
    const [{ token }, reader] = [await ofProject(project.id), await ofProject(project.id, ['read'])]
    const testRail = async (user: string, password: string) =>
      (await fetch(`${server.url}/index.php?/api/v2/get_projects`, { headers: basic(user, password) })).status
    expect(await testRail(project.id, token)).toBe(200)
    expect(await testRail('olga@example.com', await personal(olga))).toBe(200)
    expect(await testRail('tess@example.com', await personal(olga))).toBe(401)
    expect(await testRail('olga@example.com', olga.password)).toBe(401)
    const qase = async (text: string) =>
      (
        await fetch(`${server.url}/qase/v1/run/SHOP`, {
          method: 'POST',
          headers: { Token: text, 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'Nightly' }),
        })
      ).status
    expect(await qase(token)).toBe(200)
    expect(await qase(reader.token)).toBe(403)
    expect(await qase(await personal(olga, { verbs: ['record'], projectIds: [project.id] }))).toBe(200)
    expect(await qase(await personal(olga, { verbs: ['record'] }))).toBe(403)
  })
})

describe('the text of a token', () => {
  test('line 3: with one character changed it is refused without a query', async () => {
    const token = await personal(olga)
    expect(token).toMatch(TOKEN_PATTERN)
    expect(crc32(token.slice(0, -6))).toBe(
      Array.from(token.slice(-6)).reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0),
    )
    makeWatchable(server.services.db)
    const query = vi.spyOn(server.services.db.getExecutor(), 'executeQuery')
    // Work in the background asks too.
    const lookups = () => query.mock.calls.filter(([{ sql }]) => /^select.* from "api_tokens"/.test(sql)).length
    for (const at of [12, 30, token.length - 1]) {
      const wrong = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
      expect((await server.get('/projects', bearer(wrong))).status).toBe(401)
    }
    expect(lookups()).toBe(0)
    expect((await server.get('/projects', bearer(token))).status).toBe(200)
    expect(lookups()).toBe(1)
    query.mockRestore()
  })

  test('line 4: no table holds a token or a client secret', async () => {
    const project = await server.project(olga)
    const { token } = await ofProject(project.id)
    const { db } = server.services
    const rows = [
      await db.selectFrom('api_tokens').selectAll().execute(),
      await db.selectFrom('projects').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(project.clientSecret)
  })
})

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('replacing a secret', () => {
  const works = async (project: { id: string }, clientSecret: string) =>
    (await server.get(`/projects/${project.id}`, machine({ ...project, clientSecret }))).status

  test('lines 6 and 7: the old client secret ends at once, or after the hours that it is kept', async () => {
    const project = await server.project(olga)
    const regenerate = async (body?: object) =>
      (await server.post(`/projects/${project.id}/regenerate-secret`, body, olga)).body.clientSecret as string
    const second = await regenerate({ keepOldForHours: 24 })
    expect([await works(project, project.clientSecret), await works(project, second)]).toEqual([200, 200])
    expect((await server.get(`/projects/${project.id}`, olga)).body.clientSecret).toBe(second)
    const third = await regenerate({ keepOldForHours: 24 })
    expect([await works(project, project.clientSecret), await works(project, second)]).toEqual([401, 200])
    hoursLater(25)
    expect([await works(project, second), await works(project, third)]).toEqual([401, 200])
    vi.useRealTimers()
    const fourth = await regenerate()
    expect([await works(project, third), await works(project, fourth)]).toEqual([401, 200])
    const wrong = await server.post(`/projects/${project.id}/regenerate-secret`, { keepOldForHours: 169 }, olga)
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, ['keepOldForHours']])
  })

  test('a rotated token keeps its id and its verbs, and the old text works for the hours that it is kept', async () => {
    const project = await server.project(olga)
    const { id, token } = await ofProject(project.id)
    const rotated = await server.post(`/projects/${project.id}/tokens/${id}/rotate`, { keepOldForHours: 1 }, olga)
    expect(rotated.body).toMatchObject({ id, verbs: ['read', 'record'], oldWorksUntil: expect.any(String) })
    const status = async (text: string) => (await server.get('/auth/token', bearer(text))).status
    expect([await status(token), await status(rotated.body.token)]).toEqual([200, 200])
    hoursLater(2)
    expect([await status(token), await status(rotated.body.token)]).toEqual([401, 200])
  })
})

test('an old text of a rotated token says when it ends, not when the token expires', async () => {
  const project = await server.project(olga)
  const own = await server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'] }, olga)
  for (const [path, { id, token }] of [
    ['/auth/tokens', own.body],
    [`/projects/${project.id}/tokens`, await ofProject(project.id)],
  ]) {
    const { body } = await server.post(`${path}/${id}/rotate`, { keepOldForHours: 2 }, olga)
    const endOf = async (text: string) => {
      const read = await server.get('/auth/token', bearer(text))
      expect(read.headers.get('assay-token-expires')).toBe(read.body.expiresAt)
      return read.body.expiresAt
    }
    expect(await endOf(token)).toBe(body.oldWorksUntil)
    expect(await endOf(body.token)).toBe(body.expiresAt)
  }
})

describe('a personal token', () => {
  test('line 8: it ends with the account, works again with it, and does not reach the account itself', async () => {
    const dan = await server.person('Dan')
    const token = await personal(dan, { verbs: ['read', 'admin'] })
    const other = await personal(tess)
    expect((await server.get('/auth/profile', bearer(token))).body.email).toBe('dan@example.com')
    for (const [method, path] of [
      ['GET', '/auth/tokens'],
      ['POST', '/auth/tokens'],
      ['POST', '/auth/sign-out'],
    ] as const)
      expect(
        (await server.call(method, path, { as: bearer(token), body: method === 'POST' ? {} : undefined })).status,
      ).toBe(403)
    const toggle = async () => await server.patch(`/admin/users/${dan.id}/toggle-status`, undefined, olga)
    await toggle()
    expect((await server.get('/auth/profile', bearer(token))).status).toBe(401)
    await toggle()
    expect((await server.get('/auth/profile', bearer(token))).status).toBe(200)
    await server.delete(`/admin/users/${dan.id}`, olga)
    expect((await server.get('/auth/profile', bearer(token))).status).toBe(401)
    const { db } = server.services
    for (const table of ['api_tokens', 'sign_in_networks'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', dan.id).execute()).toEqual([])
    expect((await server.get('/auth/profile', bearer(other))).status).toBe(200)
  })

  test('with admin it reaches neither the password nor the account of its own user', async () => {
    const token = bearer(await personal(olga, { verbs: ['admin'] }))
    const call = async (id: string, act: string, as: Caller) => {
      const { status, body } = await server.post(`/admin/users/${id}/${act}`, undefined, as)
      return [status, body.message]
    }
    expect(await call(olga.id, 'reset-password', token)).toEqual([403, 'Change your own password in your profile'])
    expect(await call(olga.id, 'erase', token)).toEqual([403, 'Erase your own account in your profile'])
    const { status } = await server.post('/auth/sign-in', { email: olga.email, password: olga.password })
    expect(status).toBe(200)
    const una = await server.person('Una')
    for (const act of ['reset-password', 'erase']) expect((await call(una.id, act, token))[0]).toBe(200)
  })

  test('line 9: of a tester it never deletes a project, whatever its verbs', async () => {
    const project = await server.project(olga)
    await server.member(olga, project.id, tess)
    const token = await personal(tess, { verbs: ['read', 'record', 'write', 'manage', 'admin'] })
    expect((await server.delete(`/projects/${project.id}`, bearer(token))).status).toBe(403)
    expect((await server.get('/admin/users', bearer(token))).status).toBe(403)
  })

  test('it shows the client secret only with manage, and reads are not kept by browsers then', async () => {
    const project = await server.project(olga)
    const [reader, manager] = [await personal(olga), await personal(olga, { verbs: ['read', 'manage'] })]
    for (const path of [`/projects/${project.id}`, `/projects/${project.id}/overview`, '/projects?limit=1']) {
      const [shown, hidden] = [await server.get(path, bearer(manager)), await server.get(path, bearer(reader))]
      const [one, other] = [[shown.body].flat()[0], [hidden.body].flat()[0]]
      expect([path, one.clientSecret, other.clientSecret]).toEqual([path, project.clientSecret, null])
      expect(shown.headers.get('cache-control')).toBe('no-store')
      expect(hidden.headers.get('cache-control')).toBe('private, no-cache')
      const tag = shown.headers.get('etag') ?? ''
      expect(tag).not.toBe(hidden.headers.get('etag'))
      const again = await server.call('GET', path, { as: bearer(manager), headers: { 'If-None-Match': tag } })
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store'])
    }
  })

  test('for some projects it sees and changes only these', async () => {
    const [mine, other] = [await server.project(olga, 'Mine'), await server.project(olga, 'Other')]
    const suites = [await server.suite(olga, mine.id), await server.suite(olga, other.id)]
    const token = bearer(await personal(olga, { verbs: ['read', 'write', 'manage'], projectIds: [mine.id] }))
    const ids = async (path: string) => (await server.get(path, token)).body.map(({ id }: { id: string }) => id)
    expect(await ids('/projects')).toEqual([mine.id])
    expect(await ids(`/users/${olga.id}/projects`)).toEqual([mine.id])
    expect(await ids('/test-suites')).toEqual([suites[0].id])
    expect((await server.get('/test-suites?limit=1', token)).headers.get('x-total-count')).toBe('1')
    expect((await server.patch(`/projects/${other.id}`, { name: 'New' }, token)).status).toBe(404)
    expect((await server.patch(`/projects/${mine.id}`, { name: 'New' }, token)).status).toBe(200)
    expect((await server.post('/projects', { name: 'New' }, token)).status).toBe(403)
    const foreign = await server.project(tess)
    const wish = { name: 'Laptop', verbs: ['read'], projectIds: [foreign.id] }
    expect((await server.post('/auth/tokens', wish, olga)).status).toBe(404)
  })

  test('its use is written once in ten minutes, and each answer says when it expires', async () => {
    const token = await personal(olga, { expiresInDays: 3 })
    const { headers } = await server.get('/projects', bearer(token))
    const expires = Date.parse(headers.get('assay-token-expires') ?? '')
    expect(Math.abs(expires - Date.now() - 3 * 86_400_000)).toBeLessThan(60_000)
    const lastUse = async () => (await server.get('/auth/tokens?limit=1', olga)).body[0].lastUsedAt as string | null
    await expect.poll(lastUse).not.toBeNull()
    const first = await lastUse()
    await server.get('/projects', bearer(token))
    expect(await lastUse()).toBe(first)
    hoursLater(0.2)
    await server.get('/projects', bearer(token))
    await expect.poll(lastUse).not.toBe(first)
    hoursLater(73)
    expect((await server.get('/projects', bearer(token))).status).toBe(401)
  })

  test.each([
    [{ verbs: [] }, 'verbs'],
    [{ verbs: ['all'] }, 'verbs'],
    [{ expiresInDays: 366 }, 'expiresInDays'],
    [{ name: ' ' }, 'name'],
    [{ projectIds: [] }, 'projectIds'],
  ])('a wish such as %j is refused with its field', async (wish, field) => {
    const { status, body } = await server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'], ...wish }, olga)
    expect([status, body.issues[0].path[0]]).toEqual([400, field])
  })

  test('an administrator lists and revokes the tokens of everybody', async () => {
    const token = await personal(tess)
    const { body } = await server.get('/admin/tokens', olga)
    const found = body.find(({ hint, createdBy }: any) => hint === token.slice(-4) && createdBy.id === tess.id)
    expect(found).toMatchObject({ kind: 'personal', projectName: null })
    expect((await server.delete(`/admin/tokens/${found.id}`, olga)).status).toBe(200)
    expect((await server.get('/auth/profile', bearer(token))).status).toBe(401)
  })
})
