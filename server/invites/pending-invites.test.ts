import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const sam = await server.person('Sam')
let project: { id: string }
beforeEach(async () => void (project = await server.project(olga)))

const address = (inviteId = '') => `/projects/${project.id}/invites${inviteId && `/${inviteId}`}`
const list = async (query = '') => await server.get(address() + query, olga)
const emails = async () => (await list()).body.map(({ email }: { email: string }) => email)

async function invite(email: string): Promise<{ token: string; expiresAt: string }> {
  const { body } = await server.post(`/invite/create/${project.id}`, { email }, olga)
  return { token: new URL(body.inviteLink).searchParams.get('token') as string, expiresAt: body.expiresAt }
}

describe('the list of invites', () => {
  test('the list has the pending invites, newest first, and no token', async () => {
    expect((await list()).body).toEqual([])
    const [first, second] = [await invite('first@example.com'), await invite('second@example.com')]
    const { status, body, headers } = await list()
    expect([status, headers.get('x-total-count')]).toEqual([200, '2'])
    expectEntities('PendingInvite', body)
    expect(body).toMatchObject([
      { email: 'second@example.com', expiresAt: second.expiresAt, invitedBy: { id: olga.id, name: 'Olga' } },
      { email: 'first@example.com', expiresAt: first.expiresAt },
    ])
    for (const { token } of [first, second]) expect(JSON.stringify(body)).not.toContain(token)
  })

  test('the list is paged', async () => {
    for (const name of ['a', 'b', 'c']) await invite(`${name}@example.com`)
    const all = (await list()).body
    expect(await server.parts(`${address()}?limit=2`, olga)).toEqual([all.slice(0, 2), all.slice(2)])
    expect((await list('?limit=1&offset=1')).body).toEqual([all[1]])
    expect((await list('?limit=0')).status).toBe(400)
  })

  test('the list has no accepted, expired or replaced invites, and none of other projects', async () => {
    const { token } = await invite('accepted@example.com')
    await server.post('/invite/accept', { token, name: 'Nia', password: 'secret' })
    await invite('expired@example.com')
    const past = new Date(Date.now() - 1).toISOString()
    await server.services.write(null, (db) =>
      db.updateTable('invites').set({ expires_at: past }).where('email', '=', 'expired@example.com').execute(),
    )
    expect(await emails()).toEqual([])
    await invite('pending@example.com')
    await invite('pending@example.com')
    const other = await server.project(olga)
    await server.post(`/invite/create/${other.id}`, { email: 'other@example.com' }, olga)
    expect(await emails()).toEqual(['pending@example.com'])
    const stored = await server.services.db.selectFrom('invites').select('email').execute()
    expect(stored.map(({ email }) => email)).not.toContain('expired@example.com')
  })

  test('an invite of an earlier version has no author', async () => {
    await invite('old@example.com')
    await server.services.write(null, (db) => db.updateTable('invites').set({ created_by: null }).execute())
    expect((await list()).body).toMatchObject([{ email: 'old@example.com', invitedBy: null }])
  })
})

describe('revoking an invite', () => {
  test('a revoked invite answers as an expired one, and other invites stay', async () => {
    const [{ token }, kept] = [await invite('gone@example.com'), await invite('kept@example.com')]
    const [, gone] = (await list()).body
    const { status, body } = await server.delete(address(gone.id), olga)
    expect([status, body]).toEqual([200, { message: 'Invite revoked' }])
    for (const answer of [
      await server.get(`/invite/validate?token=${token}`),
      await server.post('/invite/accept', { token, name: 'Nia', password: 'secret' }),
    ])
      expect([answer.status, answer.body.message]).toEqual([400, 'Invalid or expired invite link'])
    expect((await server.get(`/invite/validate?token=${kept.token}`)).status).toBe(200)
    expect(await emails()).toEqual(['kept@example.com'])
  })

  test('an invite that is revoked, replaced, unknown or of another project answers 404', async () => {
    await invite('gone@example.com')
    const [first] = (await list()).body
    await invite('gone@example.com')
    const [second] = (await list()).body
    const foreign = await server.project(sam)
    await server.delete(address(second.id), olga)
    for (const path of [address(first.id), address(second.id), address('unknown')]) {
      const { status, body } = await server.delete(path, olga)
      expect([status, body.message]).toEqual([404, 'Invite not found'])
    }
    await invite('mine@example.com')
    const [mine] = (await list()).body
    expect((await server.delete(`/projects/${foreign.id}/invites/${mine.id}`, sam)).status).toBe(404)
    expect(await emails()).toEqual(['mine@example.com'])
  })

  test('when an invite is revoked and accepted at once, exactly one succeeds', async () => {
    const { token } = await invite('race@example.com')
    const [{ id }] = (await list()).body
    const [revoked, accepted] = await Promise.all([
      server.delete(address(id), olga),
      server.post('/invite/accept', { token, name: 'Nia', password: 'secret' }),
    ])
    expect([
      [200, 400],
      [404, 201],
    ]).toContainEqual([revoked.status, accepted.status])
  })
})
