import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { tablesWith } from './testing.ts'

/* On PostgreSQL, a sign-in and the erasure or deletion of its user may be in transactions at the same time. */

const server = await useTestServer({ TRUST_PROXY: 1 })
const ada = await server.person('Ada')
const { db, config } = server.services
const outside = new pg.Client((config.DATABASE_URL as { postgres: string }).postgres)
await outside.connect()
afterAll(() => outside.end())

const NETWORK = '203.0.113.79'
const LOCK = 4711

const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  server.call('POST', '/auth/sign-in', { body: { email, password }, headers: { 'x-forwarded-for': NETWORK } })

/** How many transactions wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await outside.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

await outside.query(
  `create function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${LOCK}); return new; end'`,
)

/** A sign-in whose first row in a table waits until `end`. */
async function underway(person: Pick<Person, 'email' | 'password'>, table: string) {
  await outside.query(`create trigger held before insert on ${table} for each row execute function wait_for_test()`)
  await outside.query(`select pg_advisory_lock(${LOCK})`)
  const answer = signIn(person)
  await expect.poll(countWaiting).toBe(1)
  const end = async () => {
    await outside.query(`select pg_advisory_unlock(${LOCK})`)
    await answer
    await outside.query(`drop trigger held on ${table}`)
  }
  return { end }
}

const WAYS = {
  erasure: ({ id }: Person) => server.post(`/admin/users/${id}/erase`, undefined, ada),
  deletion: ({ id }: Person) => server.delete(`/admin/users/${id}`, ada),
}

test.each(['erasure', 'deletion'] as const)('the %s of a user sees what a sign-in on its way writes', async (way) => {
  for (const [table, isRight] of [
    ['sign_in_networks', true],
    ['sessions', true],
    ['sign_in_failures', false],
  ] as const) {
    const ben = await server.person(`Ben-${way}-${table}`)
    const { end } = await underway(isRight ? ben : { ...ben, password: 'wrong' }, table)
    let isDone = false
    const done = WAYS[way](ben).finally(() => {
      isDone = true
    })
    // Done too early, or waiting for the sign-in.
    await expect.poll(async () => isDone || (await countWaiting()) === 2).toBe(true)
    await end()
    expect((await done).status).toBe(200)
    // The log of a deleted person is kept.
    const kept = way === 'deletion' ? ['audit_personal'] : []
    expect((await tablesWith(db, NETWORK)).filter((found) => !kept.includes(found))).toEqual([])
  }
})
