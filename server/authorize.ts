import { type Compilable, type RawBuilder, sql } from 'kysely'
import { DomainError, notFound } from '#shared/errors.ts'
import { can, type Permission } from '#shared/permissions.ts'
import type { Person } from '#shared/users/user.ts'
import type { Db } from './database/databases.ts'
import { type Param, prepared, type Values } from './database/prepared.ts'
import type { UserRow } from './database/tables.ts'

/** The caller: a signed-in user, or a project with its client secret. */
export type Actor = UserActor | MachineActor
/** The subject of an access token. `expiresAt` is the end of the token. */
export type Session = { id: string; expiresAt: string }
export type UserActor = { kind: 'user'; user: UserRow; session: Session }
export type MachineActor = { kind: 'machine'; projectId: string }

declare const permission: unique symbol

/** A record whose permission `authorize` has checked. Functions that write a record accept no other form. */
export type Authorized<T, P extends Permission> = T & { readonly [permission]: P }

/** An actor as queries need it: the id of the user, or of the machine's project. */
export type ActorRef = { kind: Actor['kind']; id: string }

export function refOf(actor: Actor): ActorRef {
  return { kind: actor.kind, id: actor.kind === 'user' ? actor.user.id : actor.projectId }
}

export function callerOf(actor: Actor): string {
  const { kind, id } = refOf(actor)
  return `${kind} ${id}`
}

/** A column to select: the actor's role in the project of the row; null for a stranger. */
export function roleIn({ kind, id }: ActorRef, projectIdColumn: string): RawBuilder<string | null> {
  const projectId = sql.ref(projectIdColumn)
  if (kind === 'machine') return sql`case when ${projectId} = ${id} then 'machine' end`
  return sql`(select role from project_members where project_id = ${projectId} and user_id = ${id})`
}

/** A prepared query whose text depends on the kind of actor. */
export function preparedForActor<P extends Values, R>(
  build: (db: Db, actor: ActorRef, param: Param<P>) => Compilable<R>,
): (db: Db, actor: Actor, values: P) => Promise<R[]> {
  const forKind = (kind: ActorRef['kind']) =>
    prepared<P & { actorId: string }, R>((db, param) => build(db, { kind, id: param('actorId') }, param))
  const queries = { user: forKind('user'), machine: forKind('machine') }
  return async (db, actor, values) => {
    const { kind, id } = refOf(actor)
    return await queries[kind](db, { ...values, actorId: id })
  }
}

/**
 * Returns a record if its selected role has the permission. Throws FORBIDDEN for a role without it, and NOT_FOUND for a
 * missing record or a stranger, who must not learn that it exists.
 */
export function authorize<T extends { role: string | null }, P extends Permission>(
  record: T | undefined,
  needed: P,
  noun: string,
): Authorized<T, P> {
  if (!record || record.role === null) throw notFound(noun)
  if (!can(record.role, needed)) throw new DomainError('FORBIDDEN', refusal(record.role))
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
