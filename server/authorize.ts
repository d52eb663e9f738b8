import { type Compilable, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SessionFactor } from '#shared/auth/session.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { can, type Permission, type Verb, VERB_OF } from '#shared/permissions.ts'
import type { Person } from '#shared/users/user.ts'
import type { Db } from './database/databases.ts'
import { type Param, prepared, type Values } from './database/prepared.ts'
import type { UserRow } from './database/tables.ts'

/** The caller: a user, or a project. Either may use an API token. */
export type Actor = UserActor | MachineActor
/** The session of an access token. `expiresAt` is the end of the token. */
export type Session = {
  id: string
  expiresAt: string
  factor: SessionFactor | null
  confirmedAt: string
  /** Whether its user needs a second factor and has none. */
  mustSetUpFactor: boolean
  /** The identity of the sign-in, if another provider vouched for it. */
  identity: SessionIdentity | null
  /** See Claims. */
  legacyVersion: number | null
}
/** An identity, and the session at its provider if it named one. */
export type SessionIdentity = { id: string; providerSession: string | null }
/** `session` is null with an API token. */
export type UserActor = { kind: 'user'; user: UserRow; session: Session | null } & Granted
export type SessionActor = UserActor & { session: Session }
export type MachineActor = { kind: 'machine'; projectId: string } & Granted

type Granted = {
  token?: Grant
  /** What the token may do in this call. Without a token, the role alone decides. */
  verbs?: readonly Verb[]
}

/** What an API token grants. `projectIds`: the projects of a personal token, null for all of its user. */
export type Grant = {
  id: string
  name: string
  verbs: readonly Verb[]
  projectIds: readonly string[] | null
  expiresAt: string
}

/**
 * The actor in a call that needs one of these verbs. A token without them may do nothing there. With one, it may also
 * read, because the answer shows what was written.
 */
export function actingWith<A extends Actor>(actor: A, needed: readonly Verb[]): A {
  const { token } = actor
  if (!token) return actor
  const isGranted = needed.some((verb) => token.verbs.includes(verb))
  return { ...actor, verbs: isGranted ? [...token.verbs, 'read'] : [] }
}

/** Whether the actor's token, if any, grants the verb in this call. */
export const mayUse = ({ token, verbs = token?.verbs }: Actor, verb: Verb) => verbs?.includes(verb) ?? true

export function refuseWithout(verb: Verb): DomainError {
  return new DomainError('FORBIDDEN', `This token may not do this: it lacks the verb "${verb}"`)
}

declare const permission: unique symbol

/** A record whose permission `authorize` has checked. Functions that write a record accept no other form. */
export type Authorized<T, P extends Permission> = T & { readonly [permission]: P }

/**
 * An actor as queries need it: the id of the user, or of the machine's project. A limited one is a user whose token is
 * for some projects only, `projectIds` in one text.
 */
export type ActorRef = { kind: Actor['kind'] | 'limited'; id: string; projectIds: string | null }

export function refOf(actor: Actor): ActorRef {
  if (actor.kind === 'machine') return { kind: 'machine', id: actor.projectId, projectIds: null }
  const projectIds = actor.token?.projectIds?.join() ?? null
  return { kind: projectIds === null ? 'user' : 'limited', id: actor.user.id, projectIds }
}

export function callerOf(actor: Actor): string {
  return `${actor.kind} ${refOf(actor).id}`
}

/** The memberships that a list is about: those of a user, or of a limited token. */
export type Memberships = { userId: string; projectIds: string | null }

export function membershipsOf(actor: UserActor): Memberships {
  return { userId: actor.user.id, projectIds: refOf(actor).projectIds }
}

/** A condition on `project_members`: the row is one of these memberships. */
export function isAmong({ userId, projectIds }: Memberships): RawBuilder<SqlBool> {
  const [member, project] = [sql.ref('project_members.user_id'), sql.ref('project_members.project_id')]
  return sql`${member} = ${userId} and (cast(${projectIds} as text) is null or ${isIn(projectIds, project)})`
}

/** Ids have one length and no wildcards. */
const isIn = (ids: string | null, id: RawBuilder<unknown>) =>
  sql<SqlBool>`cast(${ids} as text) like '%' || ${id} || '%'`

/** A column to select: the actor's role in the project of the row; null for a stranger. */
export function roleIn({ kind, id, projectIds }: ActorRef, projectIdColumn: string): RawBuilder<string | null> {
  const projectId = sql.ref(projectIdColumn)
  if (kind === 'machine') return sql`case when ${projectId} = ${id} then 'machine' end`
  const role = sql<string>`(select role from project_members where project_id = ${projectId} and user_id = ${id})`
  return kind === 'user' ? role : sql`case when ${isIn(projectIds, projectId)} then ${role} end`
}

/** A prepared query whose text depends on the kind of actor. */
export function preparedForActor<P extends Values, R>(
  build: (db: Db, actor: ActorRef, param: Param<P>) => Compilable<R>,
): (db: Db, actor: Actor, values: P) => Promise<R[]> {
  const forKind = (kind: ActorRef['kind']) =>
    prepared<P & { actorId: string; projectIds: string | null }, R>((db, param) =>
      build(db, { kind, id: param('actorId'), projectIds: param('projectIds') }, param),
    )
  const queries = { user: forKind('user'), limited: forKind('limited'), machine: forKind('machine') }
  return async (db, actor, values) => {
    const { kind, id, projectIds } = refOf(actor)
    return await queries[kind](db, { ...values, actorId: id, projectIds })
  }
}

/**
 * Returns a record if its selected role and the actor's token have the permission. Throws FORBIDDEN for those without
 * it, and NOT_FOUND for a missing record or a stranger, who must not learn that it exists.
 */
export function authorize<T extends { role: string | null }, P extends Permission>(
  actor: Actor,
  record: T | undefined,
  needed: P,
  noun: string,
): Authorized<T, P> {
  if (!record || record.role === null) throw notFound(noun)
  if (!can(record.role, needed)) throw new DomainError('FORBIDDEN', refusal(record.role))
  if (!mayUse(actor, VERB_OF[needed])) throw refuseWithout(VERB_OF[needed])
  return record as Authorized<T, P>
}

/** The user id to store as the author of a change; null for a machine. */
export function actorUserId(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.user.id : null
}

/** The author of a change as answers show it; null for a machine. */
export function actorPerson(actor: Actor): Person | null {
  return actor.kind === 'user' ? { id: actor.user.id, name: actor.user.name } : null
}

function refusal(role: string): string {
  return role === 'machine' ? 'Project credentials may not do this' : 'Only the project owner may do this'
}
