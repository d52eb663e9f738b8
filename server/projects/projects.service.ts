import { DomainError, notFound } from '#shared/errors.ts'
import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { PageInput } from '#shared/page.ts'
import type { ClientSecret, CreateProject, Project, RegenerateSecret, UpdateProject } from '#shared/projects/project.ts'
import { audit } from '../audit/audit.ts'
import { newSecret } from '../auth/secrets.ts'
import { type Memberships, mayUse, refuseWithout } from '../authorize.ts'
import type { ActorContext, Context, UserContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { once } from '../http/idempotency.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { HOUR_MS, timeIn } from '../times.ts'
import { findUser } from '../users/users.repository.ts'
import {
  countProjectsOfUser,
  findProject,
  hideProject,
  insertProject,
  listProjectsOfUser,
  listProjectVersions,
  type ProjectHead,
  type ProjectVersion,
  toProject,
  updateClientSecret,
  updateProject,
} from './projects.repository.ts'

/* Projects without their suites; the service of suites adds them. */

/** Only the user and administrators may see the projects of a user. Throws FORBIDDEN or NOT_FOUND. */
export async function requireProjectsOf({ db, actor }: UserContext, userId: string): Promise<void> {
  if (actor.user.id === userId) return
  if (actor.user.is_admin === 0) throw new DomainError('FORBIDDEN', 'Only administrators may do this')
  if (!mayUse(actor, 'admin')) throw refuseWithout('admin')
  if (!(await findUser(db, userId))) throw notFound('User')
}

/** The projects of these memberships, newest first. */
export async function pageOfProjects(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  memberships: Memberships,
  page: PageInput,
): Promise<Page<ProjectHead>> {
  const rows = await listProjectsOfUser(db, memberships, rowsToRead(page.limit), page.offset)
  return await projectPage(
    db,
    memberships,
    page,
    rows.map((row) => toProject(row, secrets)),
  )
}

/** The cache keys of these projects, as their roles see them. */
export async function pageOfProjectVersions(
  db: Db,
  memberships: Memberships,
  page: PageInput,
): Promise<Page<ProjectVersion>> {
  const rows = await listProjectVersions(db, memberships, rowsToRead(page.limit), page.offset)
  return await projectPage(db, memberships, page, rows)
}

async function projectPage<T>(db: Db, memberships: Memberships, page: PageInput, rows: T[]): Promise<Page<T>> {
  return offsetPage(rows, page, await totalOf(rows, page, () => countProjectsOfUser(db, memberships)))
}

export async function createProject(ctx: UserContext, input: CreateProject): Promise<Project> {
  const { actor } = ctx
  const { name, description, issueUrl } = input
  if (actor.token?.projectIds) throw new DomainError('FORBIDDEN', 'This token is for some projects only')
  return await ctx.write('users', async (db) => {
    if (!(await findUser(db, actor.user.id))) throw new DomainError('UNAUTHORIZED', 'Invalid or expired token')
    const create = async () => {
      const texts = { name, description: description || null, issueUrl: issueUrl || null }
      const project = { ...texts, secret: ctx.secrets.toStore(newSecret()), ownerId: actor.user.id }
      const id = await insertProject(db, project)
      await audit(db, ctx, { action: 'project.created', projectId: id, target: id, after: texts })
      return { ...(await readProject(ctx, db, id)), testSuites: [] }
    }
    return await once(db, ctx, ['project', input], create, { isSecret: true })
  })
}

export async function changeProject(ctx: ActorContext, { id, ...input }: UpdateProject): Promise<ProjectHead> {
  const { actor } = ctx
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, actor, id, 'project.update')
    refuseChanged(ctx, toProject(project, ctx.secrets), 'project')
    const { name, description, issueUrl, base } = input
    refuseOutdated(textsOf(toProject(project, ctx.secrets)), base)
    await updateProject(db, project, {
      name,
      description: description === '' ? null : description,
      issueUrl: issueUrl === '' ? null : issueUrl,
    })
    const changed = await readProject(ctx, db, id)
    const [before, after] = [toProject(project, ctx.secrets), changed].map(textsOf)
    await audit(db, ctx, { action: 'project.changed', projectId: id, target: id, before, after })
    return changed
  })
}

/** What people write about a project. */
const textsOf = ({ name, description, issueUrl }: ProjectHead) => ({ name, description, issueUrl })

/** Without a base the last writer wins. */
function refuseOutdated(texts: ReturnType<typeof textsOf>, base: UpdateProject['base'] = {}): void {
  const fields = Object.keys(texts) as (keyof typeof texts)[]
  if (fields.some((field) => base[field] !== undefined && (base[field] || null) !== texts[field]))
    throw new DomainError('CONFLICT', 'This project has changed since you read it')
}

/** Answers once the project is hidden. */
export async function deleteProject(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  const deleted = await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'project.delete')
    refuseChanged(ctx, toProject(project, ctx.secrets), 'project')
    await hideProject(db, project)
    const before = textsOf(toProject(project, ctx.secrets))
    await audit(db, ctx, { action: 'project.deleted', projectId: id, target: id, before })
    return { message: 'Project deleted' }
  })
  ctx.trash.wake()
  return deleted
}

/** The old secret ends at once, or after some hours. */
export async function regenerateSecret(
  ctx: ActorContext,
  { id, keepOldForHours }: RegenerateSecret,
): Promise<ClientSecret> {
  const clientSecret = newSecret()
  const keepOldUntil = keepOldForHours ? timeIn(keepOldForHours * HOUR_MS) : null
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'project.secret')
    await updateClientSecret(db, project, ctx.secrets.toStore(clientSecret), keepOldUntil)
    await audit(db, ctx, { action: 'secret.regenerated', projectId: id, target: id })
    return { clientSecret }
  })
}

async function readProject({ actor, secrets }: ActorContext, db: Db, projectId: string): Promise<ProjectHead> {
  return toProject(await findProject(db, actor, projectId, 'project.read'), secrets)
}
