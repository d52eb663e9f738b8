import type { AnyProcedure } from '@trpc/server'
import { expect, test } from 'vitest'
import { PROJECT_VERBS, type Verb, VERBS } from '#shared/permissions.ts'
import { LiveWatcher } from '../live/testing.ts'
import { metaOf, proceduresOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { type ActorName, ACTORS, type Path, type Row, TABLE } from '../testing/access-table.ts'
import { restCallOf } from '../testing/rest-address.ts'
import type { Caller } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { TOKENS } from '../testing/verb-table.ts'
import { World } from '../testing/world.ts'

/* Access by API token: every kind calls every procedure. Without tokens, see access.test.ts. */

const procedures = proceduresOf(appRouter)

const server = await useTestServer()
const admin = await server.person('Ada')
const owner = await server.person('Olga')
const tester = await server.person('Tess')
const otherProject = await server.project(owner)

type Kind = {
  /** The actor whose role the token has. */
  as: ActorName
  verbs: readonly Verb[]
  /** The token is for another project. */
  isLimited?: true
  tokenFor: (world: World) => Promise<{ token: string }>
}

const personal = async (as: Caller, verbs: readonly Verb[], projectIds?: string[]) => {
  const { body } = await server.post('/auth/tokens', { name: 'Laptop', verbs, projectIds }, as)
  return () => Promise.resolve(body as { token: string })
}

const KINDS: Record<string, Kind> = {
  'personal token of the owner with all verbs': { as: 'owner', verbs: VERBS, tokenFor: await personal(owner, VERBS) },
  'personal token of the owner with read': { as: 'owner', verbs: ['read'], tokenFor: await personal(owner, ['read']) },
  'personal token of a tester with all verbs': { as: 'tester', verbs: VERBS, tokenFor: await personal(tester, VERBS) },
  'personal token of an administrator with all verbs': {
    as: 'admin',
    verbs: VERBS,
    tokenFor: await personal(admin, VERBS),
  },
  'personal token of the owner for another project': {
    as: 'owner',
    verbs: VERBS,
    isLimited: true,
    tokenFor: await personal(owner, VERBS, [otherProject.id]),
  },
  'project token with record': {
    as: 'project',
    verbs: ['record'],
    tokenFor: async (world) => await world.projectToken(['record']),
  },
  'project token with write': {
    as: 'project',
    verbs: ['write'],
    tokenFor: async (world) => await world.projectToken(['write']),
  },
  'project token with read, record and write': {
    as: 'project',
    verbs: PROJECT_VERBS,
    tokenFor: async (world) => await world.projectToken([...PROJECT_VERBS]),
  },
}

const statusFor = (path: Path, as: ActorName) => TABLE[path][0][ACTORS.indexOf(as)] as number

function expectedStatus(path: Path, { as, verbs, isLimited }: Kind): number {
  // The attachment of the sample is of a result.
  const needed = path === 'attachments.delete' ? ['record' as const] : TOKENS[path]
  const byRole = statusFor(path, as)
  if (needed === 'anyone') return byRole
  if (needed === 'none') return 403
  if (path === 'apiTokens.current') return 200
  if (needed === 'any') return byRole
  const isAllowed = needed.some((verb) => verbs.includes(verb))
  if (!isAllowed && byRole < 300) return 403
  if (!isLimited) return byRole
  return path === 'projects.create' ? 403 : statusFor(path, 'stranger') === 404 ? 404 : byRole
}

test.each(Object.keys(TABLE) as Path[])('each kind of token may call %s by its verbs', async (path) => {
  let sample: Sample | undefined
  for (const [name, kind] of Object.entries(KINDS)) {
    const { world, input } = (sample ??= await freshSample(path))
    const { token } = await kind.tokenFor(world)
    const status = await call(path, input, { authorization: `Bearer ${token}` })
    expect([name, status]).toEqual([name, expectedStatus(path, kind)])
    if (status < 300 && typeOf(path) === 'mutation') sample = undefined
  }
})

test('the table of verbs says what the procedures declare', () => {
  const declared = Object.entries(procedures).map(([path, procedure]) => [path, metaOf(procedure).tokens ?? 'anyone'])
  expect(TOKENS).toEqual(Object.fromEntries(declared))
})

type Sample = { world: World; input: Record<string, unknown> | undefined }

async function freshSample(path: Path): Promise<Sample> {
  const world = await new World(server, owner).open([tester.id])
  const [, make] = TABLE[path] as Row<Record<string, unknown> | undefined>
  return { world, input: await make(world) }
}

const typeOf = (path: Path) => (procedures[path] as AnyProcedure)._def.type

async function call(path: Path, input: Record<string, unknown> = {}, as: Caller): Promise<number> {
  if (typeOf(path) === 'subscription') return await watch(path, input, as)
  const { method, path: address, body } = restCallOf(procedures[path] as AnyProcedure, input)
  return (await server.call(method, address, { as, body })).status
}

async function watch(path: Path, input: object, as: Caller): Promise<number> {
  const watcher = new LiveWatcher(server.url, path.split('.')[1] as 'project', input, as)
  await watcher.until(({ messages, error }) => messages.length > 0 || error)
  watcher.stop()
  return watcher.error?.data?.httpStatus ?? 200
}
