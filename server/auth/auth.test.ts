import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

test('the first user of an empty database becomes an administrator and the second does not', async () => {
  const ada = await server.person('Ada')
  const ben = await server.person('Ben')
  expect((await server.get('/auth/profile', ada)).body).toMatchObject({ isAdmin: true })
  expect((await server.get('/auth/profile', ben)).body).toMatchObject({ isAdmin: false })
})
