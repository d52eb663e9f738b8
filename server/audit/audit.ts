import { createHash, randomBytes } from 'node:crypto'
import { type AuditAction, targetOf } from '#shared/audit/actions.ts'
import type { AuditActor } from '#shared/audit/audit-event.ts'
import { type Actor, refOf } from '../authorize.ts'
import type { Context } from '../context.ts'
import type { AuditPersonalTable } from '../database/audit-tables.ts'
import type { Db } from '../database/databases.ts'
import { newId, timeOfId } from '../database/new-id.ts'
import { insertEvent } from './audit.repository.ts'

type Value = string | number | boolean | null | string[]
type Fields = Record<string, Value | undefined>

export type AuditedEvent = {
  action: AuditAction
  projectId?: string | null
  /** The id of what it is about; `AUDIT_ACTIONS` says of which kind. */
  target?: string | null
  /** Of both, only fields that differ are kept. Without secrets, and without names and addresses of people. */
  before?: Fields
  after?: Fields
  /** An address that belongs to no user. */
  email?: string | undefined
  /** The user who acts, if the call itself identifies nobody, as at a sign-in. */
  byUser?: string | undefined
}

/** The context of a call. `{}` stands for the server itself. */
export type Caller = Partial<Pick<Context, 'request'>> & { actor?: Actor | undefined }

/** Writes an event in the transaction of the change that it is about: one for each call that succeeds. */
export async function audit(db: Db, caller: Caller, event: AuditedEvent): Promise<void> {
  const { action, projectId, target, email, byUser } = event
  const id = newId()
  const actor = actorOf(caller, byUser)
  // A failed sign-in is about the user whose account it tried.
  const tried = actor.kind === 'anyone' && targetOf(action) === 'user' ? (target ?? null) : null
  const userId = actor.kind === 'user' ? actor.id : tried
  const personal = [
    ...personalOf(id, 'network', caller.request?.network, userId),
    ...personalOf(id, 'email', email, null),
  ]
  const [before, after] = differing(event.before, event.after)
  const row = {
    id,
    at: new Date(timeOfId(id)).toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    credential: caller.actor ? credentialOf(caller.actor) : null,
    request_id: caller.request?.id ?? null,
    action,
    project_id: projectId ?? null,
    target: target ?? null,
    before: toText(before),
    after: toText(after),
    personal: toText(Object.fromEntries(personal.map(({ kind, salt, text }) => [kind, saltedHash(salt, text)]))),
  }
  await insertEvent(db, row, personal)
}

/** Proves later whether a text is the one of an event. Without the salt nobody can guess the text. */
export const saltedHash = (salt: string, text: string) => createHash('sha256').update(`${salt}${text}`).digest('hex')

function actorOf({ actor, request }: Caller, byUser: string | undefined): { kind: AuditActor; id: string | null } {
  if (byUser !== undefined) return { kind: 'user', id: byUser }
  if (!actor) return { kind: request ? 'anyone' : 'server', id: null }
  const { kind, id } = refOf(actor)
  return { kind: kind === 'machine' ? 'project' : 'user', id }
}

function credentialOf(actor: Actor): string {
  if (actor.token) return `token ${actor.token.id}`
  return actor.kind === 'user' ? `session ${actor.session?.id}` : 'client secret'
}

function personalOf(
  eventId: string,
  kind: AuditPersonalTable['kind'],
  text: string | undefined,
  userId: string | null,
): AuditPersonalTable[] {
  if (!text) return []
  return [{ event_id: eventId, kind, salt: randomBytes(16).toString('base64url'), text, user_id: userId }]
}

/** Of one record alone, all fields. */
function differing(before: Fields = {}, after: Fields = {}): [Fields, Fields] {
  const isSame = (name: string) => name in before && name in after && same(before[name], after[name])
  const without = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => !isSame(name)))
  return [without(before), without(after)]
}

const same = (left: Value | undefined, right: Value | undefined) => JSON.stringify(left) === JSON.stringify(right)

/** JSON has no NUL and no lone surrogate, so every database keeps the text, and with it the hash, as it is. */
function toText(fields: Fields): string | null {
  const text = JSON.stringify(fields)
  return text === '{}' ? null : text
}
