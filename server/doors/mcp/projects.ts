import { DomainError, notFound } from '#shared/errors.ts'
import { mayUse, membershipsOf, refuseWithout } from '../../authorize.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { pageOfProjects } from '../../projects/projects.service.ts'
import type { Door } from './door.ts'

export type Named = { id: string; name?: string; userRole?: string | null }

/** The projects that the caller can mean. */
export async function listOwnProjects({ ctx }: Door): Promise<Named[]> {
  if (ctx.actor.kind === 'machine') return [{ id: ctx.actor.projectId }]
  return (await pageOfProjects(ctx, membershipsOf(ctx.actor), {})).items
}

/** Refuses a list of projects to a token without `read`, as `GET /projects` does. Throws FORBIDDEN. */
export function refuseList(door: Door): void {
  if (!mayList(door)) throw refuseWithout('read')
}

const mayList = ({ ctx: { actor } }: Door) => mayUse(actor, 'read')

/** The project of a credential, or one of a person's by its name or id. Throws NOT_FOUND for any other. */
export async function projectOf(door: Door, given: string | undefined): Promise<Named> {
  const all = await listOwnProjects(door)
  const named = given ?? (door.ctx.actor.kind === 'user' ? door.project : undefined)
  const found = named === undefined ? all : matching(await withNames(door, all), named)
  const [first, ...others] = found
  if (!first) throw named === undefined ? new DomainError('NOT_FOUND', 'You have no project yet') : notFound('Project')
  if (others.length > 0) throw new DomainError('BAD_REQUEST', whichOf(found, named, mayList(door)))
  return first
}

/** A credential needs no permission to read its project unless it names it. */
async function withNames({ ctx: { db, actor } }: Door, all: Named[]): Promise<Named[]> {
  if (actor.kind === 'user') return all
  return [await findProject(db, actor, actor.projectId, 'project.read')]
}

function matching(all: Named[], named: string): Named[] {
  const fold = (text = '') => text.trim().toLowerCase()
  const exact = all.filter(({ id, name }) => id === named || name === named.trim())
  return exact.length > 0 ? exact : all.filter(({ name }) => fold(name) === fold(named))
}

const SHOWN = 30

function whichOf(found: Named[], named: string | undefined, isListed: boolean): string {
  const names = found.slice(0, SHOWN).map(({ id, name }) => (named === undefined ? name : id))
  const list = isListed ? `: ${names.join(', ')}${found.length > SHOWN ? ', …' : ''}` : ''
  return named === undefined
    ? `You have several projects. Name one as project${list}`
    : `Several of your projects are called ${named}. Name one by its id${list}`
}
