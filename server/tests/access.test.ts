import { TRPCClientError } from '@trpc/client'
import type { AnyProcedure } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { EXPORT_FORMATS } from '#shared/exports/export.ts'
import { LiveWatcher } from '../live/testing.ts'
import { appRouter } from '../router.ts'
import { type ActorName, ACTORS, type Path, type Row, TABLE } from '../testing/access-table.ts'
import type { Statuses } from '../testing/access-row.ts'
import { isOnPostgres } from '../testing/database.ts'
import { restCallOf } from '../testing/rest-address.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { World } from '../testing/world.ts'
import { proceduresOf } from '../http/routes.ts'

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
      // How a call arrives is the same on every engine.
      if (isOnPostgres && isInRest(path)) return
      const second = await freshSample(path)
      expect(await overTrpc(path, second.input, actor(name, second.world))).toBe(status === 201 ? 200 : status)
      dropIfChanged(path, status)
      await signInAgain(path, name)
    },
  )
})

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
  if (!/^auth\.sign(Out|In$)/.test(path) || !person || name === 'deactivated') return
  const { body } = await server.post('/auth/sign-in', { email: person.email, password: person.password })
  person.authorization = `Bearer ${body.accessToken}`
}

test('the table has exactly one row per procedure', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(procedures).toSorted())
})

type WithBytes = [string, Statuses, (world: World, as: Caller | undefined) => Promise<number>]

const WITH_BYTES: WithBytes[] = [
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
  ...EXPORT_FORMATS.map((format): WithBytes => [
    `downloading a run as ${format}`,
    [401, 404, 200, 200, 404, 401, 403, 200, 404],
    async (world, as) => {
      const { testRunId } = await world.result()
      const address = `${server.url}/api/test-runs/${testRunId}/export?format=${format}`
      return (await fetch(address, { headers: { ...as } })).status
    },
  ]),
  [
    'the picture of a badge',
    [200, 200, 200, 200, 200, 200, 200, 200, 200],
    async (world, as) => (await fetch(await world.badge(), { headers: { ...as } })).status,
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
