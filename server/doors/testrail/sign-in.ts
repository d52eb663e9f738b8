import type { Request } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Verb } from '#shared/permissions.ts'
import { looksLikeToken } from '../../api-tokens/token-text.ts'
import type { Actor } from '../../authorize.ts'
import type { ActorContext, Services } from '../../context.ts'
import { readBasic } from '../../http/identify.ts'
import { createContext } from '../../http/request.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { identifyCaller } from '../../trpc.ts'
import { refusal } from './door.ts'
import { projectIdOf } from './projects.ts'

/**
 * Signs in the sender of a request: a project by its secret or token, or a person by email and personal token. Throws
 * UNAUTHORIZED with what to send instead of a password.
 */
export async function signIn(
  services: Services,
  req: Request,
  verbs: readonly [Verb, ...Verb[]],
): Promise<ActorContext> {
  const email = emailIn(req)
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, ...verbs)
  if (email !== undefined && !(actor.kind === 'user' && actor.user.email === email))
    throw new DomainError('UNAUTHORIZED', 'This token is not of the person with this email')
  ctx.request.caller = actor.kind === 'user' ? actor.user.id : actor.projectId
  return { ...ctx, actor }
}

/** The email of a person, whose token becomes the credential of the request. */
function emailIn({ headers }: Request): string | undefined {
  const [, credentials = ''] = /^basic +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  const { name, password } = readBasic(credentials)
  if (!name.includes('@')) return undefined
  if (!looksLikeToken(password))
    throw new DomainError(
      'UNAUTHORIZED',
      'Passwords are not accepted here. Use the id of a project as the user name, and its client secret as the password; or your email and a personal token',
    )
  headers.authorization = `Bearer ${password}`
  return name.trim().toLowerCase()
}

/** The one project of a caller: that of the credential or of the address, as a number or an id. */
export async function onlyProjectOf(ctx: ActorContext, named: string | undefined): Promise<string | undefined> {
  const own = projectOf(ctx.actor)
  if (named === undefined) return own
  const id = await projectIdOf(ctx.db, named)
  if (id === undefined || (own ?? id) !== id) throw unknownAddress()
  try {
    return (await findProject(ctx.db, ctx.actor, id, 'project.read')).id
  } catch (error) {
    throw error instanceof DomainError ? unknownAddress() : error
  }
}

const projectOf = (actor: Actor) => (actor.kind === 'machine' ? actor.projectId : undefined)

const unknownAddress = () => refusal('The address names no project of this credential.')
