import type { AnyProcedure } from '@trpc/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { metaOf, proceduresOf } from '../http/routes.ts'
import { takesIfNoneMatch } from '../meta.ts'
import { appRouter } from '../router.ts'
import { largeReport } from '../test-reports/testing.ts'
import { accountMutations } from '../testing/account-mutations.ts'
import { credentialMutations, type Step } from '../testing/credential-mutations.ts'
import { restCallOf } from '../testing/rest-address.ts'
import { type Answer, type Caller, machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/*
 * Reads with If-None-Match, around every mutation: an earlier tag may answer 304 only while the caller's old answer is
 * still right. The reference is tRPC, which builds its objects anew for every call.
 */

const procedures = proceduresOf(appRouter)
const server = await useTestServer()
const ada = await server.person('Ada')

let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
let suite: any
let other: any
let testCase: any
let run: any
let result: any
let newcomers = 0
beforeEach(async () => {
  olga = await newPerson()
  tess = await newPerson()
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  other = await server.suite(olga, project.id, 'Other')
  suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id)
  await server.testCase(olga, suite.id)
  await server.project(olga, 'Another')
  await server.run(olga, project.id)
  run = await server.run(olga, project.id)
  result = run.results[0]
})

type Input = Record<string, unknown>
const PAGES: Input[] = [{}, { limit: 1, offset: 1 }]
const paged = (input: Input) => PAGES.map((page) => ({ ...input, ...page }))

/** The inputs of each read that accepts If-None-Match. */
const READS: Record<string, () => Input[]> = {
  'projects.list': () => paged({}),
  'projects.get': () => [{ id: project.id }],
  'projects.overview': () => [{ id: project.id }],
  'members.list': () => paged({ id: project.id }),
  'users.projects': () => paged({ id: olga.id }),
  'testSuites.list': () => paged({}),
  'testSuites.listInProject': () => paged({ projectId: project.id }),
  'testSuites.get': () => [{ id: suite.id }],
  'testCases.list': () => paged({}),
  'testCases.listInSuite': () => paged({ id: suite.id }),
  'testCases.get': () => [{ id: testCase.id }],
  'testCases.byRef': () => [{ projectId: project.id, ref: testCase.ref }],
  'testRuns.list': () => [
    ...paged({ projectId: project.id }),
    ...paged({ projectId: project.id, status: ['running'] }),
    { projectId: project.id, branch: ['main'], q: 'R' },
  ],
  'testRuns.get': () => [{ testRunId: run.id }],
  'testRuns.overview': () => [{ testRunId: run.id }],
  'comparisons.compare': () => paged({ testRunId: run.id }),
  'testResults.listInRun': () => paged({ testRunId: run.id }),
  'testResults.find': () => [
    { runId: run.id, projectId: project.id, suiteId: suite.id, caseName: result.testCase.name },
  ],
}

const newPerson = () => server.person(`Newcomer${(newcomers += 1)}`)
const newEmail = () => `new${(newcomers += 1)}@example.com`
const does = (call: () => Promise<Answer>): Step => {
  return async () => async () => expect((await call()).status).toBeLessThan(300)
}
const withPerson = (call: (person: Person) => Promise<Answer>): Step => {
  return async () => {
    const person = await newPerson()
    return await does(() => call(person))()
  }
}
const withMember = (call: (person: Person) => Promise<Answer>) =>
  withPerson(async (person) => {
    await server.member(olga, project.id, person)
    return await call(person)
  })
const invite = async () => {
  const { body } = await server.post(`/invite/create/${project.id}`, { email: newEmail() }, olga)
  return new URL(body.inviteLink).searchParams.get('token')
}

const MUTATIONS: Record<string, Step> = {
  ...credentialMutations({ server, does, people: () => ({ olga, ada }), projectId: () => project.id }),
  ...accountMutations({ server, does, withMember, people: () => ({ olga, ada }) }),
  'auth.signUp': does(() => server.post('/auth/sign-up', { email: newEmail(), name: 'New', password: 'secret' })),
  'auth.signIn': does(() => server.post('/auth/sign-in', { email: olga.email, password: olga.password })),
  'auth.resetPassword': withMember((person) =>
    server.post('/auth/reset-password', { currentPassword: person.password, newPassword: 'another' }, person),
  ),
  'auth.signOut': withMember((person) => server.post('/auth/sign-out', undefined, person)),
  'auth.signOutEverywhere': withMember((person) => server.post('/auth/sign-out-everywhere', undefined, person)),
  'projects.create': does(() => server.post('/projects', { name: 'New' }, olga)),
  'projects.update': does(() => server.patch(`/projects/${project.id}`, { name: 'New name' }, olga)),
  'projects.delete': does(() => server.delete(`/projects/${project.id}`, olga)),
  'projects.regenerateSecret': does(() => server.post(`/projects/${project.id}/regenerate-secret`, undefined, olga)),
  'members.add': withPerson(({ id }) => server.post(`/projects/${project.id}/members`, { userId: id }, olga)),
  'members.addExisting': withPerson(({ email }) =>
    server.post(`/projects/${project.id}/add-existing-user`, { email }, olga),
  ),
  'members.remove': does(() => server.delete(`/projects/${project.id}/members/${tess.id}`, olga)),
  'invites.create': does(() => server.post(`/invite/create/${project.id}`, { email: newEmail() }, olga)),
  'invites.revoke': async () => {
    await invite()
    const [{ id }] = (await server.get(`/projects/${project.id}/invites`, olga)).body
    return await does(() => server.delete(`/projects/${project.id}/invites/${id}`, olga))()
  },
  'invites.accept': async () => {
    const token = await invite()
    return await does(() => server.post('/invite/accept', { token, name: 'New', password: 'secret' }))()
  },
  'admin.createUser': does(() => server.post('/admin/users', { email: newEmail(), name: 'New' }, ada)),
  'admin.toggleUserStatus': withMember(({ id }) => server.patch(`/admin/users/${id}/toggle-status`, undefined, ada)),
  'admin.deleteUser': withMember(({ id }) => server.delete(`/admin/users/${id}`, ada)),
  'admin.setSignupEnabled': does(() => server.patch('/admin/settings/signup-enabled', { enabled: true }, ada)),
  'testSuites.create': does(() => server.post('/test-suites', { projectId: project.id, name: 'New' }, tess)),
  'testSuites.update': does(() => server.patch(`/test-suites/${suite.id}`, { name: 'New name' }, tess)),
  'testSuites.delete': does(() => server.delete(`/test-suites/${other.id}`, tess)),
  'testCases.create': does(() =>
    server.post('/test-cases', { testSuiteId: suite.id, name: 'New', type: 'auto' }, tess),
  ),
  'testCases.update': does(() => server.patch(`/test-cases/${testCase.id}`, { automationKey: 'K' }, tess)),
  'testCases.restoreRevision': async () => {
    await server.patch(`/test-cases/${testCase.id}`, { name: 'Changed' }, tess)
    return await does(() => server.post(`/test-cases/${testCase.id}/revisions/1/restore`, undefined, tess))()
  },
  'testCases.delete': does(() => server.delete(`/test-cases/${testCase.id}`, tess)),
  'testCases.deleteMany': does(() =>
    server.post(`/projects/${project.id}/test-cases/delete`, { ids: [testCase.id] }, tess),
  ),
  'deletions.restore': async () => {
    const { deletionId } = (await server.delete(`/test-suites/${other.id}`, tess)).body
    return await does(() => server.post(`/projects/${project.id}/deletions/${deletionId}/restore`, undefined, tess))()
  },
  'deletions.purge': async () => {
    const { deletionId } = (await server.delete(`/test-suites/${other.id}`, tess)).body
    return await does(() => server.post(`/projects/${project.id}/deletions/${deletionId}/purge`, undefined, olga))()
  },
  'retention.change': does(() => server.patch(`/projects/${project.id}/retention`, { keepRunsDays: 90 }, olga)),
  'imports.undo': async () => {
    const { id } = (await server.importCases(tess, project.id, 'Title,Section\nImported,Payments\n')).body
    return await does(() => server.post(`/projects/${project.id}/imports/${id}/undo`, undefined, tess))()
  },
  'testCases.updateMany': does(() =>
    server.patch(
      `/projects/${project.id}/test-cases`,
      { ids: [testCase.id], addTags: ['new'], moveTo: { testSuiteId: other.id } },
      tess,
    ),
  ),
  'testCases.undo': async () => {
    const change = { ids: [testCase.id], set: { priority: 'high' }, moveTo: { testSuiteId: other.id } }
    const { changeId } = (await server.patch(`/projects/${project.id}/test-cases`, change, tess)).body
    return await does(() => server.post(`/projects/${project.id}/test-cases/undo`, { changeId }, olga))()
  },
  'testCases.copyMany': does(() =>
    server.post(`/projects/${project.id}/test-cases/copy`, { ids: [testCase.id], testSuiteId: suite.id }, tess),
  ),
  'quarantine.add': does(() => server.call('PUT', `/test-cases/${testCase.id}/quarantine`, { as: tess, body: {} })),
  'quarantine.remove': does(() => server.delete(`/test-cases/${testCase.id}/quarantine`, tess)),
  'testRuns.start': does(() => server.post(`/test-runs/project/${project.id}`, {}, tess)),
  'testRuns.update': does(() => server.patch(`/test-runs/${run.id}`, { branch: 'main' }, tess)),
  'testRuns.reopen': async () => {
    await server.post(`/test-runs/${run.id}/complete`, {}, tess)
    return await does(() => server.post(`/test-runs/${run.id}/reopen`, {}, tess))()
  },
  'testRuns.countSelected': does(() => server.post(`/projects/${project.id}/test-cases/count`, {}, tess)),
  'testRuns.complete': does(() => server.post(`/test-runs/${run.id}/complete`, {}, tess)),
  'testRuns.delete': does(() => server.delete(`/test-runs/${run.id}`, tess)),
  'testResults.execute': does(() =>
    server.post(`/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue: 'ok' }, tess),
  ),
  'testResults.executeManual': does(() =>
    server.post(`/test-cases/${testCase.id}/execute-manual`, { testRunId: run.id, actualValue: 'no' }, tess),
  ),
  'testResults.setValue': does(() => server.patch(`/test-runs/result/${result.id}`, { actualValue: 'ok' }, tess)),
  'testResults.recordMany': does(() =>
    server.post(`/test-runs/${run.id}/results`, { results: [{ testCaseId: testCase.id, actualValue: 'ok' }] }, tess),
  ),
  'testResults.setMany': does(() =>
    server.patch(`/test-runs/${run.id}/results`, { results: [{ resultId: result.id, status: 'skipped' }] }, tess),
  ),
  'attachments.delete': async () => {
    const { id } = (await server.attach(tess, result.id, 'a file')).body
    return await does(() => server.delete(`/attachments/${id}`, tess))()
  },
  'shares.create': does(() => server.post(`/test-runs/${run.id}/share`, undefined, tess)),
  'shares.end': async () => {
    await server.post(`/test-runs/${run.id}/share`, undefined, tess)
    return await does(() => server.delete(`/test-runs/${run.id}/share`, tess))()
  },
  'shares.endAll': async () => {
    await server.post(`/test-runs/${run.id}/share`, undefined, tess)
    return await does(() => server.delete(`/projects/${project.id}/shares`, olga))()
  },
  'badges.create': does(() => server.post(`/projects/${project.id}/badge`, undefined, olga)),
  'badges.end': async () => {
    await server.post(`/projects/${project.id}/badge`, undefined, olga)
    return await does(() => server.delete(`/projects/${project.id}/badge`, olga))()
  },
}

const upload = (report: string, query: Record<string, string> = {}): Step => {
  return async () => async () => expect((await server.upload(tess, project.id, report, query)).status).toBe(201)
}
const intoRun = (report: string): Step => {
  return async () => await upload(report, { run: run.id })()
}
const KNOWN = '<testsuite name="Payments"><testcase name="Pays by card"/></testsuite>'
const OTHERS: Record<string, Step> = {
  'an import of cases': does(() => server.importCases(tess, project.id, 'Title,Section\nImported,Payments\n')),
  'a report of a new run': upload(KNOWN),
  'a report of a new run that is recorded in parts': upload(largeReport(1000)),
  'a report into a run': intoRun(KNOWN),
  'a report into a run that is recorded in parts': intoRun(largeReport(1000)),
  'a new name of a case': does(() => server.patch(`/test-cases/${testCase.id}`, { name: 'New name' }, tess)),
  'new steps of a case': does(() => server.patch(`/test-cases/${testCase.id}`, { steps: [{ action: 'Pay' }] }, tess)),
  'another place of a case in its suite': does(() => server.patch(`/test-cases/${testCase.id}`, { position: 2 }, tess)),
  'another suite of a case': does(() =>
    server.patch(`/test-cases/${testCase.id}`, { testSuiteId: other.id, position: 1 }, tess),
  ),
  'another place of a suite': does(() => server.patch(`/test-suites/${suite.id}`, { position: 1 }, tess)),
  'another place of many cases in their suite': does(() =>
    server.patch(
      `/projects/${project.id}/test-cases`,
      { ids: [testCase.id], moveTo: { testSuiteId: suite.id, position: 2 } },
      tess,
    ),
  ),
  'a note of a result': does(() => server.patch(`/test-runs/result/${result.id}`, { notes: 'Seen' }, tess)),
  'an assignment': does(() =>
    server.patch(`/test-runs/${run.id}/results`, { assigneeId: tess.id, results: [{ resultId: result.id }] }, tess),
  ),
  'the first result of a case that is new in the run': async () => {
    const late = await server.testCase(tess, suite.id)
    return async () => await server.execute(tess, late.id, run.id)
  },
  'an attachment of a case': does(() => server.attachToCase(tess, testCase.id, 'a file')),
  'the deletion of an attachment of a case': async () => {
    const { id } = (await server.attachToCase(tess, testCase.id, 'a file')).body
    return does(() => server.delete(`/attachments/${id}`, tess))()
  },
  'an attachment': does(() => server.attach(tess, result.id, 'a file')),
  'leaving a project': does(() => server.delete(`/projects/${project.id}/members/${tess.id}`, tess)),
  'the deletion of the owner, whose projects go to an administrator': async () => {
    const owner = await newPerson()
    project = await server.project(owner)
    await server.member(owner, project.id, tess)
    suite = await server.suite(tess, project.id)
    return await does(() => server.delete(`/admin/users/${owner.id}`, ada))()
  },
  'a suite that is created by a project credential': does(() =>
    server.post('/test-suites', { projectId: project.id, name: 'New' }, machine(project)),
  ),
}

test('every read that takes If-None-Match and every mutation is walked', () => {
  const names = Object.keys(procedures)
  const reads = names.filter((name) => takesIfNoneMatch(metaOf(procedures[name] as AnyProcedure)))
  expect(Object.keys(READS)).toEqual(expect.arrayContaining(reads))
  const mutations = names.filter((name) => (procedures[name] as AnyProcedure)._def.type === 'mutation')
  expect(Object.keys(MUTATIONS).toSorted()).toEqual(mutations.toSorted())
})

/** Mutations that change access: each caller makes every read. After others they take turns. */
const OF_CALLERS = /^(admin|auth|invites|members|projects)\.|leaving|owner/

describe.each(Object.entries({ ...MUTATIONS, ...OTHERS }).map(([name, step], index) => [name, step, index] as const))(
  '%s',
  (name, step, index) => {
    test('leaves no read with a tag of other content', async () => {
      const mutate = await step()
      const isRead = (as: Caller, at: number) => as === olga || (at + index) % 2 === 0
      const reads = allReads().filter(({ as }, at) => isRead(as, at) || OF_CALLERS.test(name))
      const before = await Promise.all(reads.map((read) => overRest(read)))
      expect(before.some(({ headers }) => headers.has('etag'))).toBe(true)
      await mutate()
      await Promise.all(reads.map((read, index) => expectRight(read, before[index] as Answer)))
    })
  },
)

type Read = { name: string; input: Input; as: Caller }

function allReads(): Read[] {
  const callers = [olga, tess, machine(project)]
  return Object.entries(READS).flatMap(([name, inputs]) =>
    inputs().flatMap((input) => callers.map((as) => ({ name, input, as }))),
  )
}

/** Reads with the earlier tag, if there was one. */
async function expectRight(read: Read, old: Answer): Promise<void> {
  const content = await contentOf(read)
  const tag = old.headers.get('etag')
  const now = await overRest(read, tag === null ? {} : { 'If-None-Match': tag })
  if (now.status === 304) {
    expect(bodyOf(old), read.name).toEqual(content)
    expect(headersOf(now), read.name).toEqual(headersOf(old))
    return
  }
  expect(bodyOf(now), read.name).toEqual(content)
  const isSame = JSON.stringify(bodyOf(old)) === JSON.stringify(content)
  if (tag !== null && !isSame) expect(now.headers.get('etag'), read.name).not.toBe(tag)
}

async function overRest({ name, input, as }: Read, headers: Record<string, string> = {}): Promise<Answer> {
  const { method, path } = restCallOf(procedures[name] as AnyProcedure, input)
  return await server.call(method, path, { as, headers })
}

const clients = new WeakMap<Caller, ReturnType<typeof createClient>>()

async function contentOf({ name, input, as }: Read): Promise<unknown> {
  const client = clients.get(as) ?? createClient({ baseUrl: server.url, authorization: () => as.authorization })
  clients.set(as, client)
  const [noun, verb] = name.split('.') as [string, string]
  const query = (client as any)[noun][verb].query as (input: Input) => Promise<unknown>
  return await query(input).catch((error) => ({ status: error.data.httpStatus }))
}

const bodyOf = ({ status, body }: Answer): unknown => (status === 200 ? body : { status })
const headersOf = ({ headers }: Answer) =>
  ['etag', 'link', 'x-total-count', 'cache-control', 'vary'].map((name) => headers.get(name))
