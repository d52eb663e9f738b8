import { randomUUID } from 'node:crypto'
import type { Answer, Person, TestServer } from './server.ts'

/** Prepares a call, and returns it. */
export type Step = () => Promise<() => Promise<unknown>>

type Given = {
  server: TestServer
  does: (call: () => Promise<Answer>) => Step
  people: () => { olga: Person; ada: Person }
  projectId: () => string
}

/** The mutations of API tokens, endpoints and notices. */
export function credentialMutations({ server, does, people, projectId }: Given): Record<string, Step> {
  const WISH = { name: 'CI', verbs: ['read'] }
  const withToken =
    (path: () => string, call: (path: string) => Promise<Answer>): Step =>
    async () => {
      const { body } = await server.post(path(), WISH, people().olga)
      return await does(() => call(`${path()}/${body.id}`))()
    }
  const ofProject = () => `/projects/${projectId()}/tokens`
  const ofOlga = () => '/auth/tokens'

  const HOOK = { url: 'https://hooks.invalid/', form: 'webhook' }
  const hooks = () => `/projects/${projectId()}/webhooks`
  const withHook =
    (call: (path: string) => Promise<Answer>): Step =>
    async () => {
      const { body } = await server.post(hooks(), HOOK, people().olga)
      return await does(() => call(`${hooks()}/${body.id}`))()
    }

  return {
    'notices.read': async () => {
      const [id, now] = [randomUUID(), new Date().toISOString()]
      const facts = JSON.stringify({ testRun: { id, ref: 'R1', name: 'Nightly' }, text: 'ended', cases: [] })
      const of = { user_id: people().olga.id, project_id: projectId(), kind: 'run.ended' } as const
      const row = { id, ...of, event_id: id, facts, created_at: now, read_at: null }
      await server.services.write(null, (db) => db.insertInto('notices').values(row).execute())
      return await does(() => server.post(`/notices/${id}/read`, {}, people().olga))()
    },
    'notices.readAll': does(() => server.post('/notices/read', {}, people().olga)),
    'notices.setSetting': does(() =>
      server.patch('/notices/settings', { kind: 'assigned', mail: true }, people().olga),
    ),
    'notices.setDigest': does(() =>
      server.call('PUT', '/notices/digest', { as: people().olga, body: { digest: 'daily' } }),
    ),
    'webhooks.create': does(() => server.post(hooks(), HOOK, people().olga)),
    'webhooks.update': withHook((path) => server.patch(path, { isActive: false }, people().olga)),
    'webhooks.test': withHook((path) => server.post(`${path}/test`, {}, people().olga)),
    'webhooks.rotateSecret': withHook((path) => server.post(`${path}/rotate-secret`, {}, people().olga)),
    'webhooks.resend': withHook(async (path) => {
      const { body } = await server.post(`${path}/test`, {}, people().olga)
      return await server.post(`${path}/deliveries/${body.id}/resend`, {}, people().olga)
    }),
    'webhooks.delete': withHook((path) => server.delete(path, people().olga)),
    'apiTokens.createMine': does(() => server.post('/auth/tokens', WISH, people().olga)),
    'apiTokens.rotateMine': withToken(ofOlga, (path) => server.post(`${path}/rotate`, {}, people().olga)),
    'apiTokens.revokeMine': withToken(ofOlga, (path) => server.delete(path, people().olga)),
    'apiTokens.create': does(() => server.post(ofProject(), WISH, people().olga)),
    'apiTokens.rotate': withToken(ofProject, (path) => server.post(`${path}/rotate`, {}, people().olga)),
    'apiTokens.revoke': withToken(ofProject, (path) => server.delete(path, people().olga)),
    'apiTokens.revokeAny': withToken(ofOlga, (path) => server.delete(path.replace('/auth', '/admin'), people().ada)),
  }
}
