import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, migrator } from '../database/databases.ts'
import { openSqlite } from '../database/sqlite.ts'
import { ClientSecrets } from '../projects/client-secrets.ts'
import { secretHash } from './secrets.ts'
import { Tokens } from './tokens.ts'

const [FIRST, SECOND] = ['the first secret of 32 characters', 'another secret of 32 characters…']
const SUBJECT = { userId: 'u', sessionId: 's' }
const SIGNED = { ...SUBJECT, createdAt: '2026-01-01T00:00:00Z', expiresAt: '2100-01-01T00:00:00Z' }

test('the previous signing secret verifies sessions and signs none', () => {
  const old = new Tokens(FIRST).sign(SIGNED)
  const rotated = new Tokens(SECOND, FIRST)
  expect(rotated.verify(old)).toMatchObject(SUBJECT)
  expect(new Tokens(SECOND).verify(old)).toBeNull()
  expect(new Tokens(FIRST).verify(rotated.sign(SIGNED))).toBeNull()
})

test('client secrets of an earlier version are hashed and sealed, and follow the signing secret while both are known', async () => {
  const db = connect(openSqlite(':memory:'))
  await migrator(db).migrateTo('0033_add_api_tokens')
  await sql`insert into projects (id, name, client_secret, created_at) values ('p', 'P', 'plain secret', 'now')`.execute(
    db,
  )
  await migrator(db).migrateTo('0034_seal_client_secrets')
  const stored = () => db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  const start = async (tokens: Tokens) => {
    const secrets = new ClientSecrets(tokens)
    await secrets.sealStored(db)
    const { sealed_secret, secret_hash } = await stored()
    expect(secret_hash).toBe(secretHash('plain secret'))
    return secrets.open(sealed_secret)
  }
  expect(await start(new Tokens(FIRST))).toBe('plain secret')
  expect(JSON.stringify(await stored())).not.toContain('plain secret')
  expect(await start(new Tokens(SECOND, FIRST))).toBe('plain secret')
  expect(await start(new Tokens(SECOND))).toBe('plain secret')
  expect(await start(new Tokens(FIRST))).toBeNull()
  await db.destroy()
})
