import { afterAll } from 'vitest'
import type { Config } from '../config.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Starts a server for all tests of a file and closes it after the last one. Call it at the top of the file. */
export async function useTestServer(change: Partial<Config> = {}): Promise<TestServer> {
  const server = await startTestServer(change)
  afterAll(() => server.close())
  return server
}
