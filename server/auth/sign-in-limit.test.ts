import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Person, startTestServer, type TestServer } from '../testing/server.ts'

/*
 * The limits are ten failures in fifteen minutes per account and network; and, unless the account has signed in from
 * that network before, fifty per account over all networks and thirty accounts per network.
 */

let server: TestServer
let ada: Person
beforeEach(async () => {
  server = await startTestServer({ TRUST_PROXY: 1 })
  ada = await server.person('Ada')
})
afterEach(() => server.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (email: string, password: string, address = '192.0.2.1') =>
  server.call('POST', '/auth/sign-in', { body: { email, password }, headers: from(address) })

async function fail(times: number, email = ada.email, address?: string): Promise<void> {
  for (let failures = 0; failures < times; failures++) expect((await signIn(email, 'wrong', address)).status).toBe(401)
}

test('after ten failures the correct password is refused too, with Retry-After', async () => {
  await fail(10)
  const { status, body, headers } = await signIn(ada.email, ada.password)
  expect([status, body.message]).toEqual([429, 'Too many failed sign-ins, try again later'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
})

test('a correct password after nine failures resets the count', async () => {
  await fail(9)
  expect((await signIn(ada.email, ada.password)).status).toBe(200)
  await fail(9)
  expect((await signIn(ada.email, ada.password)).status).toBe(200)
})

test('another account at the same address is not blocked, and its sign-in unblocks only itself', async () => {
  const ben = await server.person('Ben')
  await fail(10)
  expect((await signIn(ben.email, ben.password)).status).toBe(200)
  expect((await signIn(ada.email, ada.password)).status).toBe(429)
})

test('the same account at another address is not blocked', async () => {
  await fail(10)
  expect((await signIn(ada.email, ada.password, '192.0.2.2')).status).toBe(200)
  expect((await signIn(ada.email, ada.password)).status).toBe(429)
})

test('after fifty failures from several networks an account is refused from new ones', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'])
    await fail(10, ada.email, address)
  const { status, headers } = await signIn(ada.email, ada.password, '192.0.2.6')
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
})

test('guesses from elsewhere do not lock an account out where it has signed in before', async () => {
  expect((await signIn(ada.email, ada.password, '198.51.100.1')).status).toBe(200)
  for (let last = 1; last <= 5; last++) await fail(10, ada.email, `192.0.2.${last}`)
  await fail(9, ada.email, '198.51.100.1')
  expect((await signIn(ada.email, ada.password, '198.51.100.1')).status).toBe(200)
  expect((await server.post('/auth/sign-in', { email: ada.email, password: ada.password })).status).toBe(200)
  expect((await signIn(ada.email, ada.password, '198.51.100.2')).status).toBe(429)
})

test('where an account has signed in before, ten failures are still the limit', async () => {
  expect((await signIn(ada.email, ada.password)).status).toBe(200)
  await fail(10)
  expect((await signIn(ada.email, ada.password)).status).toBe(429)
})

test('a network that failed to enter thirty accounts is refused for others, except those that signed in there', async () => {
  const ben = await server.person('Ben')
  expect((await signIn(ben.email, ben.password)).status).toBe(200)
  for (let number = 1; number <= 30; number++) await fail(1, `person${number}@example.com`)
  expect((await signIn(ada.email, ada.password)).status).toBe(429)
  expect((await signIn(ben.email, ben.password)).status).toBe(200)
  expect((await signIn(ada.email, ada.password, '192.0.2.2')).status).toBe(200)
})

test('the addresses of one IPv6 /64 count as one', async () => {
  for (let last = 1; last <= 10; last++) await fail(1, ada.email, `2001:db8:1:2::${last}`)
  expect((await signIn(ada.email, ada.password, '2001:db8:1:2:3:4:5:6')).status).toBe(429)
  expect((await signIn(ada.email, ada.password, '2001:db8:1:3::1')).status).toBe(200)
})

test('an unknown account is limited over all networks too', async () => {
  for (let last = 1; last <= 5; last++) await fail(10, 'nobody@example.com', `192.0.2.${last}`)
  expect((await signIn('nobody@example.com', 'wrong', '192.0.2.6')).status).toBe(429)
})

test('only the fifty networks used last are known', async () => {
  for (let last = 1; last <= 60; last++) await signIn(ada.email, ada.password, `203.0.113.${last}`)
  const known = await server.services.db.selectFrom('sign_in_networks').select('network').execute()
  expect(known.map(({ network }) => network)).toContain('203.0.113.60')
  expect(known).toHaveLength(50)
})

test('an unknown account has the same limit, so the limit does not reveal accounts', async () => {
  await fail(10, 'nobody@example.com')
  expect((await signIn('nobody@example.com', 'wrong')).status).toBe(429)
})

test('concurrent guesses do not exceed the limit, even on a busy server', async () => {
  const busy = setInterval(() => blockEventLoop(15), 20)
  const answers: Answer[] = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signIn(ada.email, `guess ${index}`)),
  )
  clearInterval(busy)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('failures older than the window do not count', async () => {
  await fail(10)
  const { db, write } = server.services
  const rows = await db.selectFrom('sign_in_failures').selectAll().execute()
  expect(rows).toHaveLength(10)
  const beforeWindow = new Date(Date.now() - 15 * 60_000 - 1000).toISOString()
  await write(null, (trx) => trx.updateTable('sign_in_failures').set({ failed_at: beforeWindow }).execute())
  await fail(1)
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toHaveLength(1)
  expect((await signIn(ada.email, ada.password)).status).toBe(200)
})

test('a forged X-Forwarded-For is ignored when no proxy is trusted', async () => {
  const direct = await startTestServer({ SIGN_IN_MAX_FAILURES: 3 })
  const { email } = await direct.person('Ada')
  const guess = (address: string) =>
    direct.call('POST', '/auth/sign-in', { body: { email, password: 'wrong' }, headers: from(address) })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect((await guess(address)).status).toBe(401)
  expect((await guess('192.0.2.4')).status).toBe(429)
  await direct.close()
})

test('the current password of a password reset may be wrong ten times, over all addresses', async () => {
  const reset = (currentPassword: string, address: string) =>
    server.call('POST', '/auth/reset-password', {
      as: ada,
      body: { currentPassword, newPassword: 'another' },
      headers: from(address),
    })
  for (let last = 1; last <= 10; last++) expect((await reset('wrong', `192.0.2.${last}`)).status).toBe(400)
  expect((await reset(ada.password, '192.0.2.11')).status).toBe(429)
  expect((await signIn(ada.email, ada.password)).status).toBe(200)
})

/** Blocks the event loop, so that answers of the hashing thread queue up. */
function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
