import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { startTestServerOn } from './server.ts'
import { testDatabase } from './database.ts'

test('what another server answers on the port of a closed test server is not compared with the document', async () => {
  const database = await testDatabase({ isMigrated: true })
  const { url, close } = await startTestServerOn(database.url)
  await close()
  await database.remove()
  const other = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => other.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  expect((await fetch(`${url}/api/health`)).status).toBe(204)
  await new Promise((resolve) => other.close(resolve))
})
