import { afterEach, beforeEach, expect } from 'vitest'
import type { Config } from '../config.ts'
import { useTestServer } from '../testing/use-server.ts'
import { LOOPBACK, type Receiver, startReceiver } from './testing.ts'

/** A server whose endpoints are on this machine, with a new project for each test. Call it at the top of the file. */
export async function startHooks(change: Partial<Config> = {}) {
  const server = await useTestServer({ OUTGOING_ALLOW: LOOPBACK, ...change })
  const olga = await server.person('Olga')
  let project: any
  const receivers: Receiver[] = []
  beforeEach(async () => void (project = await server.project(olga)))
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  const hooks = (path = '') => `/projects/${project.id}/webhooks${path}`
  return {
    server,
    olga,
    hooks,
    project: () => project,

    receive: async (...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
      const receiver = await startReceiver(...given)
      receivers.push(receiver)
      return receiver
    },

    hook: async (receiver: Receiver, input: object = {}): Promise<any> => {
      const { status, body } = await server.post(hooks(), { url: receiver.url, form: 'webhook', ...input }, olga)
      expect([status, body.message]).toEqual([201, undefined])
      return body
    },

    arrived: async (receiver: Receiver, count: number) =>
      await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(count),

    logOf: async ({ id }: any) => (await server.get(hooks(`/${id}/deliveries`), olga)).body,
    stateOf: async (webhook: any) => (await server.get(hooks(), olga)).body.find(({ id }: any) => id === webhook.id),

    /** Makes what waits due now: the pauses are minutes to hours. */
    passTime: async (): Promise<void> => {
      const { write, outbox } = server.services
      const due_at = new Date().toISOString()
      await write(null, (db) => db.updateTable('deliveries').set({ due_at }).where('due_at', 'is not', null).execute())
      outbox.wake()
    },

    /** Ends a run in which cases of these names have these statuses. */
    endedRun: async (results: Record<string, string>, facts: object = {}): Promise<any> => {
      const { body: cases } = await server.get(`/projects/${project.id}/test-cases`, olga)
      const suite = cases[0] ? { id: cases[0].testSuiteId } : await server.suite(olga, project.id)
      for (const name of Object.keys(results))
        if (!cases.some((testCase: any) => testCase.name === name)) await server.testCase(olga, suite.id, { name })
      const started = { description: 'Nightly', ...facts }
      const { body: run } = await server.post(`/test-runs/project/${project.id}`, started, olga)
      const set = run.results
        .filter(({ testCase }: any) => results[testCase.name])
        .map(({ id, testCase }: any) => ({ resultId: id, status: results[testCase.name], notes: 'why' }))
      await server.patch(`/test-runs/${run.id}/results`, { results: set }, olga)
      await server.post(`/test-runs/${run.id}/complete`, {}, olga)
      return run
    },
  }
}
