import { TRPCClientError } from '@trpc/client'
import type { AnyProcedure, inferRouterInputs } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { LiveWatcher } from '../live/testing.ts'
import { type AppRouter, appRouter } from '../router.ts'
import { restCallOf } from '../testing/rest-address.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { World } from '../testing/world.ts'
import { proceduresOf } from '../http/routes.ts'

/*
 * Access by role: every actor calls every procedure over tRPC and, if it has an address, over REST.
 * A procedure without a row fails the type check.
 */

const ACTORS = [
  'nobody',
  'stranger',
  'tester',
  'owner',
  'admin',
  'deactivated',
  'mustReset',
  'project',
  'otherProject',
] as const
type ActorName = (typeof ACTORS)[number]

type Inputs = inferRouterInputs<AppRouter>
type Path = { [N in keyof Inputs]: `${N}.${keyof Inputs[N] & string}` }[keyof Inputs]
type InputOf<P extends Path> = P extends `${infer N}.${infer C}`
  ? N extends keyof Inputs
    ? C extends keyof Inputs[N]
      ? Inputs[N][C]
      : never
    : never
  : never
type Statuses = [number, number, number, number, number, number, number, number, number]
type Row<I> = [Statuses, (world: World) => I | Promise<I>]

const none = () => undefined
const ofProject = ({ project }: World) => ({ id: project.id })
const inProject = ({ project }: World) => ({ projectId: project.id })
const ofSuite = async (world: World) => ({ id: (await world.suite()).id })
const ofCase = async (world: World) => ({ id: (await world.testCase()).id })
const ofRun = async (world: World) => ({ testRunId: (await world.run()).id })
const ofNewUser = async (world: World) => ({ id: (await world.newUser()).id })

/*   actor:                   nobody stranger tester owner admin deactivated mustReset project otherProject */
const TABLE: { [P in Path]: Row<InputOf<P>> } = {
  'auth.signUp': [
    [201, 201, 201, 201, 201, 201, 201, 201, 201],
    (w) => ({ email: w.newEmail(), name: 'New', password: 'secret' }),
  ],
  'auth.signIn': [
    [200, 200, 200, 200, 200, 200, 200, 200, 200],
    (w) => ({ email: w.owner.email, password: w.owner.password }),
  ],
  'auth.profile': [[401, 200, 200, 200, 200, 401, 200, 403, 403], none],
  // The password is wrong, because a correct one would end the caller's token. 400 means that the caller has access.
  'auth.resetPassword': [
    [401, 400, 400, 400, 400, 401, 400, 403, 403],
    () => ({ currentPassword: 'wrong', newPassword: 'secret' }),
  ],
  'auth.signOut': [[401, 200, 200, 200, 200, 401, 200, 403, 403], none],
  'auth.signOutEverywhere': [[401, 200, 200, 200, 200, 401, 200, 403, 403], none],
  'auth.signupEnabled': [[200, 200, 200, 200, 200, 200, 200, 200, 200], none],
  'projects.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'projects.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'projects.overview': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'projects.create': [[401, 201, 201, 201, 201, 401, 403, 403, 403], () => ({ name: 'New' })],
  'projects.update': [[401, 404, 403, 200, 404, 401, 403, 403, 404], (w) => ({ ...ofProject(w), name: 'New name' })],
  'projects.delete': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'projects.regenerateSecret': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'members.list': [[401, 404, 200, 200, 404, 401, 403, 403, 404], ofProject],
  'members.add': [
    [401, 404, 403, 201, 404, 401, 403, 403, 404],
    async (w) => ({ ...ofProject(w), userId: (await w.newUser()).id }),
  ],
  'members.addExisting': [
    [401, 404, 403, 201, 404, 401, 403, 403, 404],
    async (w) => ({ ...ofProject(w), email: (await w.newUser()).email }),
  ],
  'members.remove': [
    [401, 404, 403, 200, 404, 401, 403, 403, 404],
    async (w) => ({ ...ofProject(w), userId: await w.newMember() }),
  ],
  'users.search': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({ email: 'example' })],
  'users.projects': [[401, 403, 403, 200, 200, 401, 403, 403, 403], (w) => ({ id: w.owner.id })],
  'invites.create': [[401, 404, 403, 201, 404, 401, 403, 403, 404], (w) => ({ ...inProject(w), email: w.newEmail() })],
  'invites.list': [[401, 404, 403, 200, 404, 401, 403, 403, 404], ofProject],
  'invites.revoke': [
    [401, 404, 403, 200, 404, 401, 403, 403, 404],
    async (w) => ({ ...ofProject(w), inviteId: await w.inviteId() }),
  ],
  'invites.validate': [[200, 200, 200, 200, 200, 200, 200, 200, 200], async (w) => ({ token: await w.invite() })],
  'invites.accept': [
    [201, 201, 201, 201, 201, 201, 201, 201, 201],
    async (w) => ({ token: await w.invite(), name: 'New', password: 'secret' }),
  ],
  'admin.stats': [[401, 403, 403, 403, 200, 401, 403, 403, 403], none],
  'admin.listUsers': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({})],
  'admin.createUser': [
    [401, 403, 403, 403, 201, 401, 403, 403, 403],
    (w) => ({ email: w.newEmail(), name: 'New', password: 'secret' }),
  ],
  'admin.toggleUserStatus': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'admin.deleteUser': [[401, 403, 403, 403, 200, 401, 403, 403, 403], ofNewUser],
  'admin.settings': [[401, 403, 403, 403, 200, 401, 403, 403, 403], none],
  'admin.setSignupEnabled': [[401, 403, 403, 403, 200, 401, 403, 403, 403], () => ({ enabled: true })],
  'testSuites.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'testSuites.listInProject': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'testSuites.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofSuite],
  'testSuites.create': [[401, 404, 201, 201, 404, 401, 403, 201, 404], (w) => ({ ...inProject(w), name: 'New' })],
  'testSuites.update': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofSuite(w)), name: 'New name' }),
  ],
  'testSuites.delete': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofSuite],
  'testCases.list': [[401, 200, 200, 200, 200, 401, 403, 403, 403], () => ({})],
  'testCases.listInSuite': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofSuite],
  'testCases.search': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'testCases.matchIds': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'testCases.tags': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'testCases.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'testCases.byRef': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ projectId: w.project.id, ref: (await w.testCase()).ref }),
  ],
  'testCases.results': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ id: (await w.result()).testCase.id }),
  ],
  'testCases.recentResults': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => {
      const { testRunId, testCase } = await w.result()
      return { testRunId, testCaseIds: [testCase.id] }
    },
  ],
  'testCases.create': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ testSuiteId: (await w.suite()).id, name: 'New', type: 'auto' }),
  ],
  'testCases.update': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofCase(w)), name: 'New name' }),
  ],
  'testCases.revisions': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'testCases.restoreRevision': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...(await ofCase(w)), revision: 1 }),
  ],
  'testCases.delete': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofCase],
  'testCases.deleteMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), ids: [(await w.testCase()).id] }),
  ],
  'deletions.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofProject],
  'deletions.restore': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), deletionId: await w.deletionId() }),
  ],
  'testCases.updateMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), ids: [(await w.testCase()).id], set: { priority: 'high' } }),
  ],
  'testCases.undo': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...ofProject(w), changeId: await w.caseChange() }),
  ],
  'testCases.copyMany': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...ofProject(w), ids: [(await w.testCase()).id], testSuiteId: (await w.suite()).id }),
  ],
  'testRuns.start': [[401, 404, 201, 201, 404, 401, 403, 201, 404], inProject],
  'testRuns.list': [[401, 404, 200, 200, 404, 401, 403, 200, 404], inProject],
  'testRuns.get': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.overview': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.attention': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.complete': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testRuns.delete': [[401, 404, 200, 200, 404, 401, 403, 403, 404], ofRun],
  'testResults.execute': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...(await ofCase(w)), ...(await ofRun(w)), actualValue: 'ok' }),
  ],
  'testResults.executeManual': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...(await ofCase(w)), ...(await ofRun(w)), actualValue: 'ok' }),
  ],
  'testResults.setValue': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ resultId: (await w.result()).id, actualValue: 'ok' }),
  ],
  'testResults.find': [[401, 404, 200, 200, 404, 401, 403, 200, 404], (w) => w.addressOfResult()],
  'testResults.listInRun': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.readMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => {
      const { id, testRunId } = await w.result()
      return { testRunId, resultIds: [id] }
    },
  ],
  'testResults.match': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.nextPending': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.newFailures': [[401, 404, 200, 200, 404, 401, 403, 200, 404], ofRun],
  'testResults.recordMany': [
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (w) => ({ ...(await ofRun(w)), results: [{ testCaseId: (await w.testCase()).id, actualValue: 'ok' }] }),
  ],
  'testResults.setMany': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => {
      const { id, testRunId } = await w.result()
      return { testRunId, results: [{ resultId: id, status: 'skipped' }] }
    },
  ],
  'testResults.attempts': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ resultId: (await w.result()).id }),
  ],
  'attachments.address': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ id: (await w.attachment()).id }),
  ],
  'attachments.delete': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ id: (await w.attachment()).id }),
  ],
  'live.project': [
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (w) => ({ ...inProject(w), ...(await ofRun(w)) }),
  ],
  'live.projects': [[401, 200, 200, 200, 200, 401, 403, 403, 403], none],
}

const procedures = proceduresOf(appRouter)

const server = await useTestServer()
const admin = await server.person('Ada')
const [owner, tester, stranger, deactivated] = [
  await server.person('Olga'),
  await server.person('Tess'),
  await server.person('Sam'),
  await server.person('Dan'),
]
await server.patch(`/admin/users/${deactivated.id}/toggle-status`, undefined, admin)
const { body: rita } = await server.post('/admin/users', { email: 'rita@example.com', name: 'Rita' }, admin)
const { body: signedIn } = await server.post('/auth/sign-in', { email: rita.email, password: rita.tempPassword })
const mustReset = { ...rita, password: rita.tempPassword, authorization: `Bearer ${signedIn.accessToken}` }
const people = { admin, owner, tester, stranger, deactivated, mustReset }
const otherProject = machine(await server.project(stranger))

describe.each(Object.keys(TABLE) as Path[])('%s', (path) => {
  const [statuses] = TABLE[path]

  test.each(ACTORS.map((name, index) => [name, statuses[index] as number] as const))(
    'as %s answers %i',
    async (name, status) => {
      const first = await freshSample(path)
      if (isInRest(path)) expect(await overRest(path, first.input, actor(name, first.world))).toBe(status)
      dropIfChanged(path, status)
      await signInAgain(path, name)
      const second = await freshSample(path)
      expect(await overTrpc(path, second.input, actor(name, second.world))).toBe(status === 201 ? 200 : status)
      dropIfChanged(path, status)
      await signInAgain(path, name)
    },
  )
})

/** A world and an input per procedure. A call that changed something needs a new sample. */
type Sample = { world: World; input: Record<string, unknown> | undefined }
const samples = new Map<Path, Sample>()

async function freshSample(path: Path): Promise<Sample> {
  const [, make] = TABLE[path] as Row<Record<string, unknown> | undefined>
  const cached = samples.get(path)
  if (cached) return cached
  const world = await new World(server, people.owner).open([
    people.tester.id,
    people.deactivated.id,
    people.mustReset.id,
  ])
  const sample = { world, input: await make(world) }
  samples.set(path, sample)
  return sample
}

function dropIfChanged(path: Path, status: number): void {
  if (status < 300 && (procedures[path] as AnyProcedure)._def.type === 'mutation') samples.delete(path)
}

async function signInAgain(path: Path, name: ActorName): Promise<void> {
  const person = people[name as keyof typeof people]
  if (!path.startsWith('auth.signOut') || !person || name === 'deactivated') return
  const { body } = await server.post('/auth/sign-in', { email: person.email, password: person.password })
  person.authorization = `Bearer ${body.accessToken}`
}

test('the table has exactly one row per procedure', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(procedures).toSorted())
})

const WITH_BYTES: [string, Statuses, (world: World, as: Caller | undefined) => Promise<number>][] = [
  [
    'attaching a file',
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (world, as) => (await server.attach(as, (await world.result()).id, 'a file')).status,
  ],
  [
    'attaching a file to a case',
    [401, 404, 201, 201, 404, 401, 403, 201, 404],
    async (world, as) => (await server.attachToCase(as, (await world.testCase()).id, 'a file')).status,
  ],
  [
    'reading an attachment of a case',
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (world, as) => {
      const { id } = await world.attachmentOfCase()
      return (await fetch(`${server.url}/api/attachments/${id}`, { headers: { ...as } })).status
    },
  ],
  [
    'the address of an attachment of a case',
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (world, as) => (await server.get(`/attachments/${(await world.attachmentOfCase()).id}/address`, as)).status,
  ],
  [
    'deleting an attachment of a case',
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (world, as) => (await server.delete(`/attachments/${(await world.attachmentOfCase()).id}`, as)).status,
  ],
  [
    'reading an attachment',
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (world, as) => {
      const { id } = await world.attachment()
      return (await fetch(`${server.url}/api/attachments/${id}`, { headers: { ...as } })).status
    },
  ],
]

describe.each(WITH_BYTES)('%s', (_, statuses, call) => {
  test.each(ACTORS.map((name, index) => [name, statuses[index] as number] as const))(
    'as %s answers %i',
    async (name, status) => {
      const world = await new World(server, people.owner).open([
        people.tester.id,
        people.deactivated.id,
        people.mustReset.id,
      ])
      const as = actor(name, world)
      expect(await call(world, as && { authorization: as.authorization })).toBe(status)
    },
  )
})

test('a tester may leave a project but may not remove another member', async () => {
  const world = await new World(server, people.owner).open([people.tester.id])
  const other = await world.newMember()
  expect(await overRest('members.remove', { id: world.project.id, userId: other }, people.tester)).toBe(403)
  expect(await overRest('members.remove', { id: world.project.id, userId: people.tester.id }, people.tester)).toBe(200)
})

function actor(name: ActorName, world: World): Caller | undefined {
  if (name === 'nobody') return undefined
  if (name === 'project') return machine(world.project)
  return name === 'otherProject' ? otherProject : people[name]
}

const isInRest = (path: Path) => (procedures[path] as AnyProcedure)._def.type !== 'subscription'

async function overRest(path: Path, input: Record<string, unknown> = {}, as: Caller | undefined): Promise<number> {
  const { method, path: address, body } = restCallOf(procedures[path] as AnyProcedure, input)
  return (await server.call(method, address, { as, body })).status
}

async function overTrpc(path: Path, input: unknown, as: Caller | undefined): Promise<number> {
  if (!isInRest(path)) return await overStream(path, input, as)
  const client = createClient({ baseUrl: server.url, authorization: () => as?.authorization })
  const { type } = (procedures[path] as AnyProcedure)._def
  const [noun, verb] = path.split('.') as [string, string]
  const procedure = (
    client as unknown as Record<string, Record<string, Record<string, (input: unknown) => Promise<unknown>>>>
  )[noun]?.[verb]
  try {
    await procedure?.[type === 'query' ? 'query' : 'mutate']?.(input)
    return 200
  } catch (error) {
    return error instanceof TRPCClientError ? error.data.httpStatus : 0
  }
}

async function overStream(path: Path, input: unknown, as: Caller | undefined): Promise<number> {
  const watcher = new LiveWatcher(server.url, path.split('.')[1] as 'project', input as object, as)
  await watcher.until(({ messages, error }) => messages.length > 0 || error)
  watcher.stop()
  return watcher.error?.data?.httpStatus ?? 200
}
