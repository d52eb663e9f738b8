import { expect, test } from 'vitest'
import type { Caller, Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')

type Token = { id: string; token: string; hint: string; expiresAt: string }

async function personal(person: Person, wish: object = {}): Promise<Token> {
  return (await server.post('/auth/tokens', { name: 'Laptop', verbs: ['read'], ...wish }, person)).body
}

const bearer = ({ token }: Token): Caller => ({ authorization: `Bearer ${token}` })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const idsOf = (tokens: { id: string }[]) => tokens.map(({ id }) => id)

type Change = { [column in 'expires_at' | 'revoked_at' | 'old_until']?: string }

async function set(change: Change, tokens: { id: string }[]): Promise<void> {
  await server.services.write(null, (db) =>
    db.updateTable('api_tokens').set(change).where('id', 'in', idsOf(tokens)).execute(),
  )
}

test('lists have the tokens that work, newest first and in parts: of a person their own, of an administrator all', async () => {
  const made: Token[] = []
  for (const person of [tess, olga, tess, tess, tess]) made.push(await personal(person))
  const [first, foreign, expired, revoked, last] = made as [Token, Token, Token, Token, Token]
  await set({ expires_at: daysAgo(0) }, [expired])
  expect((await server.delete(`/auth/tokens/${revoked.id}`, tess)).status).toBe(200)
  expect(idsOf((await server.get('/auth/tokens', tess)).body)).toEqual([last.id, first.id])
  const parts = async (path: string, as: Person) => (await server.parts(`${path}?limit=1`, as)).map(idsOf)
  expect(await parts('/auth/tokens', tess)).toEqual([[last.id], [first.id]])
  expect(await parts('/admin/tokens', olga)).toEqual([[last.id], [foreign.id], [first.id]])
  for (const { id } of [foreign, expired, revoked]) {
    expect((await server.post(`/auth/tokens/${id}/rotate`, {}, tess)).status).toBe(404)
    expect((await server.delete(`/auth/tokens/${id}`, tess)).status).toBe(404)
  }
})

test('a rotated token shows the end of its new text and until when the old one works, and is valid for as long as at first', async () => {
  const token = await personal(olga, { expiresInDays: 3 })
  await set({ expires_at: daysAgo(-1) }, [token])
  const { body } = await server.post(`/auth/tokens/${token.id}/rotate`, {}, olga)
  expect(body.hint).toBe(body.token.slice(-4))
  expect(body.oldWorksUntil).toBeNull()
  expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 3 * 86_400_000)).toBeLessThan(3_600_000)
  const again = await server.post(`/auth/tokens/${token.id}/rotate`, { keepOldForHours: 1 }, olga)
  const oldWorksUntil = async () => (await server.get('/auth/tokens', olga)).body[0].oldWorksUntil
  expect(await oldWorksUntil()).toBe(again.body.oldWorksUntil)
  await set({ old_until: daysAgo(0) }, [token])
  expect(await oldWorksUntil()).toBeNull()
})

test('a new token removes those of its owner that ended more than 90 days ago', async () => {
  const [expired, revoked, kept, foreign] = [
    await personal(olga),
    await personal(olga),
    await personal(olga),
    await personal(tess),
  ]
  await set({ expires_at: daysAgo(91) }, [expired, foreign])
  await set({ revoked_at: daysAgo(91) }, [revoked])
  await set({ expires_at: daysAgo(89) }, [kept])
  await personal(olga)
  const stored = idsOf(await server.services.db.selectFrom('api_tokens').select('id').execute())
  expect([expired, revoked, kept, foreign].map(({ id }) => stored.includes(id))).toEqual([false, false, true, true])
})

test('the use of a token is recorded with its network, and of no other token', async () => {
  const project = await server.project(olga)
  const ofProject = async () =>
    (await server.post(`/projects/${project.id}/tokens`, { name: 'CI', verbs: ['read'] }, olga)).body as Token
  const tokens = [await personal(olga), await personal(olga), await ofProject(), await ofProject()]
  const uses = async () => {
    const { body } = await server.get('/admin/tokens', olga)
    return tokens.map(({ id }) => body.find((listed: Token) => listed.id === id).lastUsedNetwork)
  }
  for (const [index, token] of tokens.entries())
    if (index % 2 === 1) expect((await server.get('/auth/token', bearer(token))).status).toBe(200)
  await expect.poll(uses).toEqual([null, '127.0.0.1', null, '127.0.0.1'])
})
