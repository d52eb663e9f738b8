import { DomainError } from '#shared/errors.ts'
import type { Actor } from '../../authorize.ts'
import type { ActorContext, Context } from '../../context.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { identifyCaller } from '../../trpc.ts'
import { refusal } from './door.ts'
import { findEntity } from './numbers.repository.ts'

/** Signs in the sender of a request. Throws UNAUTHORIZED with what to send instead of a password. */
export async function signIn(ctx: Context): Promise<ActorContext> {
  if (isPassword(ctx.request.authorization))
    throw new DomainError(
      'UNAUTHORIZED',
      'Passwords are not accepted here. Use the id of a project as the user name, and its client secret as the password',
    )
  const actor = await identifyCaller(ctx)
  ctx.request.caller = actor.kind === 'user' ? actor.user.id : actor.projectId
  return { ...ctx, actor }
}

function isPassword(authorization = ''): boolean {
  const [, credentials = ''] = /^basic +(\S+) *$/i.exec(authorization) ?? []
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.slice(0, Math.max(0, text.indexOf(':'))).includes('@')
}

/** The one project of a caller: that of the credential or of the address, as a number or an id. */
export async function onlyProjectOf(ctx: ActorContext, named: string | undefined): Promise<string | undefined> {
  const own = projectOf(ctx.actor)
  if (named === undefined) return own
  const id = /^\d{1,9}$/.test(named) ? await findEntity(ctx.db, 'project', Number(named)) : named
  if (id === undefined || (own ?? id) !== id) throw unknownAddress()
  try {
    return (await findProject(ctx.db, ctx.actor, id, 'project.read')).id
  } catch (error) {
    throw error instanceof DomainError ? unknownAddress() : error
  }
}

const projectOf = (actor: Actor) => (actor.kind === 'machine' ? actor.projectId : undefined)

const unknownAddress = () => refusal('The address names no project of this credential.')
