import { EXPORT_FORMATS } from '#shared/exports/export.ts'
import { type Caller, machine, type Person, type TestServer } from './server.ts'

/** Makes every API call at least once, as a person and as a project. `olga` administers the otherwise empty server. */
export async function callEverything(server: TestServer, olga: Person): Promise<void> {
  const tess = await server.person('Tess')
  const project = await server.project(tess)
  const suite = await server.suite(tess, project.id)
  const testCase = await server.testCase(tess, suite.id)
  await server.member(tess, project.id, olga)
  for (const as of [tess, machine(project)]) {
    const run = await server.run(as, project.id)
    const late = await server.testCase(as, suite.id)
    const result = await server.execute(as, testCase.id, run.id)
    await server.execute(as, late.id, run.id)
    await server.patch(`/test-runs/result/${result.id}`, { actualValue: '' }, as)
    for (const text of ['one', 'two', 'three']) {
      const isOfCase = text === 'three'
      const answer = isOfCase
        ? await server.attachToCase(as, testCase.id, text)
        : await server.attach(as, result.id, text)
      const { id } = answer.body
      await fetch((await server.get(`/attachments/${id}/address`, as)).body.path.replace(/^/, `${server.url}/api`))
      if (text === 'one') await server.delete(`/attachments/${id}`, as)
      else await fetch(`${server.url}/api/attachments/${id}`, { headers: { authorization: as.authorization } })
    }
    await callInBulk(server, as, project.id, run.id, testCase.id, result.id)
    for (const path of [
      '/projects',
      `/projects/${project.id}`,
      `/projects/${project.id}/members`,
      `/users/${tess.id}/projects`,
      '/users/search?email=tess',
      '/test-suites',
      `/test-suites/${suite.id}`,
      `/test-suites/project/${project.id}`,
      '/test-cases',
      `/test-cases/${testCase.id}`,
      `/projects/${project.id}/test-cases/${testCase.ref}`,
      `/test-cases/test-suite/${suite.id}`,
      `/test-cases/${testCase.id}/results`,
      `/test-cases/${testCase.id}/revisions`,
      `/test-runs/project/${project.id}`,
      `/projects/${project.id}/deletions`,
      `/projects/${project.id}/deletions?q=pays`,
      `/test-runs/${run.id}`,
      `/test-runs/${run.id}/results`,
      `/test-runs/${run.id}/new-failures`,
      `/test-runs/${run.id}/attention`,
      `/test-runs/result/${result.id}/attempts`,
      `/test-runs/${run.id}/project/${project.id}/test-suites/${suite.id}/test-cases/Pays%20by%20card`,
    ]) {
      for (const part of ['', '?limit=1', '?limit=1&offset=1']) await server.get(path + part, as)
      await server.get(`${path}?limit=1&cursor=${run.id}`, as)
    }
    await readMatches(server, as, run.id, result.id, testCase.id)
    await notify(server, as, project.id)
    await readNotices(server, as)
    await server.patch(`/test-cases/${testCase.id}`, { name: `by ${as.authorization.length}` }, as)
    await server.post(`/test-cases/${testCase.id}/revisions/1/restore`, undefined, as)
    await server.patch(`/test-suites/${suite.id}`, { name: 'New' }, as)
    await deleteAndRestore(server, as, project.id, suite.id, late.id)
    await changeManyCases(server, as, project.id, suite.id, [late.id, testCase.id])
    await server.delete(`/test-cases/${late.id}`, as)
    await share(server, as, project.id, run.id)
    await chooseRuns(server, as, project.id, run.id, suite.id)
    await server.post(`/test-runs/${run.id}/complete`, {}, as)
    await server.post(`/test-runs/${run.id}/reopen`, {}, as)
    await server.delete(`/test-runs/${run.id}`, as)
  }
  const { body } = await server.post(`/invite/create/${project.id}`, { email: 'new@example.com' }, tess)
  const token = new URL(body.inviteLink).searchParams.get('token')
  await server.get(`/invite/validate?token=${token}`)
  await server.post('/invite/accept', { token, name: 'New', password: 'secret' })
  await server.post('/auth/sign-in', { email: tess.email, password: 'wrong' })
  await server.post('/auth/sign-in', { email: tess.email, password: tess.password })
  await server.patch(`/projects/${project.id}`, { name: 'New' }, tess)
  await server.post(`/projects/${project.id}/regenerate-secret`, undefined, tess)
  for (const path of ['stats', 'users', 'users?limit=1', 'settings']) await server.get(`/admin/${path}`, olga)
  for (const query of ['', 'limit=1', `action=project.changed&actor=${tess.id}&q=tess&limit=1`])
    for (const [path, as] of [
      ['/admin/audit', olga],
      [`/projects/${project.id}/audit`, tess],
    ] as const)
      await server.get(`${path}?${query}`, as)
  await server.delete(`/test-suites/${suite.id}`, tess)
  await server.delete(`/admin/users/${tess.id}`, olga)
  await server.delete(`/projects/${project.id}`, olga)
}

async function share(server: TestServer, as: Caller, projectId: string, testRunId: string): Promise<void> {
  for (const format of EXPORT_FORMATS)
    await fetch(`${server.url}/api/test-runs/${testRunId}/export?format=${format}`, {
      headers: { authorization: as.authorization },
    })
  const { body } = await server.post(`/test-runs/${testRunId}/share`, { expiresInDays: 7 }, as)
  await server.get(`/test-runs/${testRunId}/share`, as)
  await server.get(`/projects/${projectId}/shares`, as)
  for (const part of ['', '?limit=1', '?limit=1&offset=1'])
    await server.get(`/shared-runs/${body.link?.split('/').at(-1)}${part}`)
  await server.delete(`/test-runs/${testRunId}/share`, as)
  await server.delete(`/projects/${projectId}/shares`, as)
  const { link } = (await server.post(`/projects/${projectId}/badge`, undefined, as)).body
  await server.get(`/projects/${projectId}/badge`, as)
  if (link) await fetch(link)
  await server.delete(`/projects/${projectId}/badge`, as)
}

async function notify(server: TestServer, as: Caller, projectId: string): Promise<void> {
  const hooks = `/projects/${projectId}/webhooks`
  const { body: hook } = await server.post(hooks, { url: 'https://hooks.invalid/', form: 'webhook' }, as)
  await server.get(hooks, as)
  await server.patch(`${hooks}/${hook.id}`, { events: ['run.completed', 'case.updated', 'member.added'] }, as)
  await server.post(`${hooks}/${hook.id}/rotate-secret`, undefined, as)
  const { body: delivery } = await server.post(`${hooks}/${hook.id}/test`, undefined, as)
  for (const part of ['', '?limit=1', `?limit=1&cursor=${projectId}`])
    await server.get(`${hooks}/${hook.id}/deliveries${part}`, as)
  await server.post(`${hooks}/${hook.id}/deliveries/${delivery.id}/resend`, undefined, as)
}

async function readNotices(server: TestServer, as: Caller): Promise<void> {
  for (const part of ['', '?limit=1', '?unread=true', '/unread', '/settings']) await server.get(`/notices${part}`, as)
  await server.patch('/notices/settings', { kind: 'assigned', mail: true }, as)
  await server.post('/notices/unknown/read', undefined, as)
  await server.post('/notices/read', undefined, as)
}

async function deleteAndRestore(
  server: TestServer,
  as: Caller,
  projectId: string,
  suiteId: string,
  caseId: string,
): Promise<void> {
  const restore = async (deletionId: string) =>
    await server.post(`/projects/${projectId}/deletions/${deletionId}/restore`, undefined, as)
  const cases = await server.post(`/projects/${projectId}/test-cases/delete`, { ids: [caseId] }, as)
  const suite = await server.delete(`/test-suites/${suiteId}`, as)
  await restore(cases.body.deletionId)
  await restore(suite.body.deletionId)
}

async function chooseRuns(
  server: TestServer,
  as: Caller,
  projectId: string,
  testRunId: string,
  testSuiteId: string,
): Promise<void> {
  const facts = { branch: 'main', environment: 'staging', milestone: '1.0' }
  await server.patch(`/test-runs/${testRunId}`, facts, as)
  for (const selection of [
    {},
    { testSuiteIds: [testSuiteId], tags: ['smoke'], q: 'card' },
    { fromRun: { id: testRunId, statuses: ['pending'], assigneeId: testSuiteId } },
  ])
    await server.post(`/projects/${projectId}/test-cases/count`, { selection }, as)
  const runs = `/test-runs/project/${projectId}`
  for (const filter of [
    ...Object.entries(facts).flatMap(([field, value]) => [`${field}=${value}`, `${field}=${value}&${field}=other`]),
    'status=running',
    'q=main',
    `createdBy=${projectId}&branch=main`,
  ])
    for (const part of ['', '&limit=1', `&limit=1&cursor=${testRunId}`])
      await server.get(`${runs}?${filter}${part}`, as)
  await server.get(`/projects/${projectId}/run-values`, as)
}

async function readMatches(
  server: TestServer,
  as: Caller,
  testRunId: string,
  resultId: string,
  testCaseId: string,
): Promise<void> {
  for (const query of [
    '',
    'status=failed',
    'status=failed&status=pending',
    'newlyFailed=true',
    'q=card',
    `assigneeId=${testCaseId}`,
  ])
    await server.get(`/test-runs/${testRunId}/matches?${query}`, as)
  await server.get(`/test-runs/${testRunId}/results-by-id?resultIds=${resultId}&resultIds=${testCaseId}`, as)
  await server.get(`/test-runs/${testRunId}/next-pending?after=${resultId}`, as)
  await server.get(`/test-runs/${testRunId}/recent-results?testCaseIds=${testCaseId}`, as)
}

async function changeManyCases(
  server: TestServer,
  as: Caller,
  projectId: string,
  testSuiteId: string,
  ids: string[],
): Promise<void> {
  const path = `/projects/${projectId}/test-cases`
  const other = await server.suite(as, projectId, 'Other')
  const set = { priority: 'high', type: 'manual', preconditions: 'A full cart' }
  const change = { ids, set, addTags: ['smoke'], moveTo: { testSuiteId: other.id, position: 1 } }
  const { changeId } = (await server.patch(path, change, as)).body
  await server.post(`${path}/undo`, { changeId }, as)
  await server.call('POST', `${path}/copy`, {
    as,
    body: { ids, testSuiteId },
    headers: { 'Idempotency-Key': other.id },
  })
  await server.patch(`/test-cases/${ids[0]}`, { testSuiteId: other.id, position: 1 }, as)
  await server.patch(`/test-suites/${other.id}`, { position: 1 }, as)
  await server.post(`/test-runs/project/${projectId}`, { selection: { testCaseIds: ids } }, as)
}

async function callInBulk(
  server: TestServer,
  as: Caller,
  projectId: string,
  testRunId: string,
  testCaseId: string,
  resultId: string,
): Promise<void> {
  const results = [{ testCaseId }, { suiteName: 'Payments', caseName: 'Pays by card' }]
  await server.call('POST', `/test-runs/${testRunId}/results`, {
    as,
    body: { results },
    headers: { 'Idempotency-Key': testRunId },
  })
  await server.patch(`/test-runs/${testRunId}/results`, { results: [{ resultId, status: 'skipped' }] }, as)
  const report =
    '<testsuites><testsuite name="New"><testcase name="new"/><testcase name="[C1] keyed"/></testsuite></testsuites>'
  for (const query of [{ run: testRunId }, { run: 'key' }]) await server.upload(as, projectId, report, query)
}
