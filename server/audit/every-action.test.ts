import { expect, test } from 'vitest'
import { ACTION_NAMES, type AuditAction } from '#shared/audit/actions.ts'
import { addIdentity } from '../testing/identities.ts'
import { codeOf, wrongCode } from '../testing/second-factors.ts'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Each action is written by a call, once; a call that records writes none. */

/** Actions whose calls do not exist yet. Remove an action here with its first call: the test demands it. */
const WITHOUT_CALLS: AuditAction[] = [
  // Need a provider (server/identities/sign-in.test.ts).
  'identity.connected',
  'identity.refused',
  // The server applies it (server/retention).
  'retention.applied',
]

const server = await useTestServer({ SIGN_IN_MAX_FAILURES: 2 })
const { db } = server.services
const seen = new Set<string>()

/** Makes a call and returns its events. */
async function eventsOf(call: () => Promise<unknown>) {
  const before = await db.selectFrom('audit_events').select('id').execute()
  await call()
  const all = await db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const events = all.slice(before.length)
  for (const { action } of events) seen.add(action)
  return events
}

async function expectOne(action: AuditAction, call: () => Promise<{ status: number }>): Promise<any> {
  let answer: any
  const events = await eventsOf(async () => (answer = await call()))
  expect(answer.status, `${action}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  expect(events.map((event) => event.action)).toEqual([action])
  return { ...answer, event: events[0] }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function person(name: string): Promise<Person> {
  let made!: Person
  const events = await eventsOf(async () => (made = await server.person(name)))
  expect(events).toEqual([expect.objectContaining({ action: 'user.created', actor_id: made.id, target: made.id })])
  return made
}

test('every action is written by a call that succeeds, once, with who, what and no secret', async () => {
  const [ada, ben] = [await person('Ada'), await person('Ben')]
  await accounts(ada, ben)
  await secondFactors(ada)
  await administration(ada)
  const project = await projects(ada, ben)
  await runs(ada, project)
  await cases(ada, project)
  await expectOne('project.deleted', () => server.delete(`/projects/${project.id}`, ada))
  expect([...seen, ...WITHOUT_CALLS].toSorted()).toEqual(ACTION_NAMES.toSorted())

  const rows = await db.selectFrom('audit_events').selectAll().execute()
  const text = JSON.stringify(rows)
  for (const secret of [ada.password, ben.password, project.clientSecret, 'ada@example.com', 'Ada', '127.0.0.1'])
    expect(text).not.toContain(secret)
  expect(rows.every(({ request_id }) => request_id !== null)).toBe(true)
})

async function accounts(ada: Person, ben: Person): Promise<void> {
  const signIn = (password: string) => server.post('/auth/sign-in', { email: ben.email, password })
  const { body, event } = await expectOne('sign-in.succeeded', () => signIn(ben.password))
  expect(event).toMatchObject({ actor_kind: 'user', actor_id: ben.id, target: ben.id })
  const ended = await expectOne('session.ended', () =>
    server.post('/auth/sign-out', undefined, bearer(body.accessToken)),
  )
  expect(ended.event.credential).toBe(event.credential)
  const renamed = await expectOne('user.changed', () => server.patch('/auth/profile', { name: 'Bela' }, ben))
  expect([renamed.event.target, renamed.event.after]).toEqual([ben.id, '{"isRenamed":true}'])
  const again = (await signIn(ben.password)).body.accessToken
  const change = { currentPassword: ben.password, newPassword: 'another one' }
  const { body: changed } = await expectOne('password.changed', () =>
    server.post('/auth/reset-password', change, bearer(again)),
  )
  await expectOne('sessions.ended', () =>
    server.post('/auth/sign-out-everywhere', undefined, bearer(changed.accessToken)),
  )
  const failures = [await eventsOf(() => signIn('wrong')), await eventsOf(() => signIn('wrong'))]
  expect(failures.map((events) => events.map(({ action }) => action))).toEqual([
    ['sign-in.failed'],
    ['sign-in.refused'],
  ])
  expect(failures[0]?.[0]).toMatchObject({ actor_kind: 'anyone', actor_id: null, target: ben.id })
  expect((await signIn('wrong')).status).toBe(429)
  expect(await eventsOf(() => signIn('wrong'))).toEqual([])
  await eventsOf(() => server.post('/auth/sign-in', { email: 'nobody@example.com', password: 'x' }))
  const { body: found } = await server.get('/admin/audit?action=sign-in.failed&q=nobody', ada)
  expect(found).toEqual([expect.objectContaining({ email: 'nobody@example.com', target: null })])
}

async function secondFactors(ada: Person): Promise<void> {
  const fay = await person('Fay')
  const begun = await server.post('/auth/factors/totp', undefined, fay)
  const { secret, ticket } = begun.body
  const confirm = { ticket, code: codeOf(secret) }
  const { body, event } = await expectOne('factor.added', () => server.post('/auth/factors/totp/confirm', confirm, fay))
  expect([event.target, event.after]).toEqual([body.factor.id, '{"kind":"totp"}'])
  const signIn = (code?: string) => server.post('/auth/sign-in', { email: fay.email, password: fay.password, code })
  expect(await eventsOf(() => signIn())).toEqual([])
  const second = { ticket: (await signIn()).body.secondFactor.ticket, recoveryCode: body.recoveryCodes[0] }
  const recovered = await expectOne('sign-in.succeeded', () => server.post('/auth/sign-in/second-factor', second))
  expect(recovered.event.after).toBe('{"factor":"recovery-code","codesLeft":9}')
  const wrong = await eventsOf(async () => {
    for (let tries = 0; tries < 6; tries += 1) await signIn(wrongCode(secret))
  })
  expect(wrong.map(({ action, target }) => [action, target])).toEqual([
    ['factor.failed', fay.id],
    ['factor.refused', fay.id],
  ])
  const { id: identity } = await addIdentity(server, fay)
  await expectOne('identity.disconnected', () => server.delete(`/auth/identities/${identity}`, fay))
  await expectOne('recovery-codes.created', () => server.post('/auth/recovery-codes', undefined, fay))
  await expectOne('factor.removed', () => server.delete(`/auth/factors/${body.factor.id}`, fay))
  await expectOne('factors.reset', () => server.post(`/admin/users/${fay.id}/reset-factors`, undefined, ada))
}

async function administration(ada: Person): Promise<void> {
  const user = { email: 'cleo@example.com', name: 'Cleo' }
  const { body: cleo } = await expectOne('user.created', () => server.post('/admin/users', user, ada))
  await expectOne('password.reset', () => server.post(`/admin/users/${cleo.id}/reset-password`, undefined, ada))
  const toggled = await expectOne('user.changed', () =>
    server.patch(`/admin/users/${cleo.id}/toggle-status`, undefined, ada),
  )
  expect([toggled.event.before, toggled.event.after]).toEqual(['{"isActive":true}', '{"isActive":false}'])
  const closed = await expectOne('settings.changed', () =>
    server.patch('/admin/settings/signup-enabled', { enabled: false }, ada),
  )
  expect([closed.event.before, closed.event.after]).toEqual(['{"signup_enabled":true}', '{"signup_enabled":false}'])
  const unchanged = await expectOne('settings.changed', () =>
    server.patch('/admin/settings/signup-enabled', { enabled: false }, ada),
  )
  expect([unchanged.event.before, unchanged.event.after]).toEqual([null, null])
  await server.patch('/admin/settings/signup-enabled', { enabled: true }, ada)
  const dora = await person('Dora')
  const { id } = await server.project(dora, "Dora's")
  const { event } = await expectOne('user.deleted', () => server.delete(`/admin/users/${dora.id}`, ada))
  expect(JSON.parse(event.after)).toEqual({ projectsTakenOver: [id] })
  await expectOne('user.exported', () => server.get(`/admin/users/${dora.id}/export`, ada))
  await expectOne('user.erased', () => server.post(`/admin/users/${dora.id}/erase`, undefined, ada))
  expect(await eventsOf(() => server.get('/admin/users', ada))).toEqual([])
  expect(await eventsOf(() => server.patch('/admin/users/unknown/toggle-status', undefined, ada))).toEqual([])
}

async function projects(ada: Person, ben: Person) {
  const created = await expectOne('project.created', () => server.post('/projects', { name: 'Shop' }, ada))
  let project = created.body
  const address = `/projects/${project.id}`
  const { event } = await expectOne('project.changed', () =>
    server.patch(address, { name: 'Shop', description: 'Cart' }, ada),
  )
  expect(event).toMatchObject({
    project_id: project.id,
    before: '{"description":null}',
    after: '{"description":"Cart"}',
  })
  const regenerated = await expectOne('secret.regenerated', () =>
    server.post(`${address}/regenerate-secret`, undefined, ada),
  )
  project = { ...project, ...regenerated.body }
  const added = await expectOne('member.added', () => server.post(`${address}/members`, { userId: ben.id }, ada))
  expect(added.event).toMatchObject({ actor_id: ada.id, target: ben.id, after: '{"role":"qa_tester"}' })
  await expectOne('member.removed', () => server.delete(`${address}/members/${ben.id}`, ada))
  await expectOne('member.added', () => server.post(`${address}/add-existing-user`, { email: ben.email }, ada))
  const invite = () => server.post(`/invite/create/${project.id}`, { email: 'eve@example.com' }, ada)
  await expectOne('invite.created', invite)
  const [{ id }] = (await server.get(`${address}/invites`, ada)).body
  await expectOne('invite.revoked', () => server.delete(`${address}/invites/${id}`, ada))
  const token = new URL((await invite()).body.inviteLink).searchParams.get('token')
  await expectOne('invite.accepted', () => server.post('/invite/accept', { token, name: 'Eve', password: 'secret' }))
  const made = await expectOne('token.created', () =>
    server.post(`${address}/tokens`, { name: 'CI', verbs: ['record'] }, ada),
  )
  const rotate = () => server.post(`${address}/tokens/${made.body.id}/rotate`, {}, ada)
  expect((await expectOne('token.rotated', rotate)).event).toMatchObject({ project_id: project.id })
  await expectOne('token.revoked', () => server.delete(`${address}/tokens/${made.body.id}`, ada))
  await expectOne('retention.changed', () => server.patch(`${address}/retention`, { keepRunsDays: 90 }, ada))
  await expectOne('badge.created', () => server.post(`${address}/badge`, undefined, ada))
  await expectOne('badge.ended', () => server.delete(`${address}/badge`, ada))
  const download = (path: string) =>
    fetch(`${server.url}/api${path}`, { headers: ada }).then(async (file) => ({
      status: file.status,
      body: await file.text(),
    }))
  await expectOne('audit.exported', () => download('/admin/audit/export?format=csv'))
  await expectOne('audit.exported', () => download(`${address}/audit/export?format=ndjson`))
  return project
}

async function runs(ada: Person, project: { id: string; clientSecret: string }): Promise<void> {
  const suite = await server.suite(ada, project.id)
  const testCase = await server.testCase(ada, suite.id)
  const recorded = await eventsOf(async () => {
    const run = await server.run(machine(project), project.id)
    const results = Array.from({ length: 1_000 }, () => ({ testCaseId: testCase.id, actualValue: 'ok' }))
    const { status } = await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
    expect(status).toBe(201)
    await server.execute(ada, testCase.id, run.id)
    const report = '<testsuites><testsuite name="Payments"><testcase name="Pays"/></testsuite></testsuites>'
    await server.upload(machine(project), project.id, report)
    await server.post(`/test-runs/${run.id}/complete`, {}, ada)
  })
  expect(recorded).toEqual([])
  const run = await server.run(ada, project.id)
  await server.post(`/test-runs/${run.id}/complete`, {}, ada)
  await expectOne('run.reopened', () => server.post(`/test-runs/${run.id}/reopen`, {}, machine(project))).then(
    ({ event }) =>
      expect(event).toMatchObject({ actor_kind: 'project', actor_id: project.id, credential: 'client secret' }),
  )
  await expectOne('run.exported', () =>
    fetch(`${server.url}/api/test-runs/${run.id}/export?format=csv`, { headers: ada }).then(async (file) => {
      await file.text()
      return file
    }),
  )
  for (const [action, isPinned] of [
    ['run.pinned', true],
    ['run.unpinned', false],
  ] as const)
    await expectOne(action, () => server.patch(`/test-runs/${run.id}`, { isPinned }, ada))
  await expectOne('share.created', () => server.post(`/test-runs/${run.id}/share`, {}, ada))
  await expectOne('share.ended', () => server.delete(`/test-runs/${run.id}/share`, ada))
  await expectOne('shares.ended', () => server.delete(`/projects/${project.id}/shares`, ada))
  const { event } = await expectOne('run.deleted', () => server.delete(`/test-runs/${run.id}`, ada))
  expect(JSON.parse(event.before)).toMatchObject({ ref: run.ref })
}

async function cases(ada: Person, project: { id: string }): Promise<void> {
  const suite = await server.suite(ada, project.id, 'Cart')
  const ids = [(await server.testCase(ada, suite.id)).id, (await server.testCase(ada, suite.id)).id]
  expect(await eventsOf(() => server.patch(`/test-cases/${ids[0]}`, { name: 'New' }, ada))).toEqual([])
  const path = `/projects/${project.id}`
  const deleted = await expectOne('cases.deleted', () => server.post(`${path}/test-cases/delete`, { ids }, ada))
  await expectOne('deletion.restored', () =>
    server.post(`${path}/deletions/${deleted.body.deletionId}/restore`, undefined, ada),
  )
  const exported = await expectOne('cases.exported', () =>
    fetch(`${server.url}/api${path}/test-cases/export?format=json`, { headers: ada }).then(async (file) => {
      await file.text()
      return file
    }),
  )
  expect(exported.event).toMatchObject({ project_id: project.id, target: project.id, after: '{"format":"json"}' })
  const gone = await expectOne('suite.deleted', () => server.delete(`/test-suites/${suite.id}`, ada))
  await expectOne('deletion.purged', () =>
    server.post(`${path}/deletions/${gone.body.deletionId}/purge`, undefined, ada),
  )
  const imported = await expectOne('import.applied', () =>
    server.importCases(ada, project.id, 'name\nPays by card\n', { name: 'cases.csv' }),
  )
  await expectOne('import.undone', () => server.post(`${path}/imports/${imported.body.id}/undo`, undefined, ada))
}
