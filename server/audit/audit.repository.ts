import type { Permission } from '#shared/permissions.ts'
import { type Actor, authorize, type Authorized, preparedForActor, roleIn } from '../authorize.ts'
import type { AuditEventTable, AuditPersonalTable } from '../database/audit-tables.ts'
import type { Db } from '../database/databases.ts'
import type { Param } from '../database/prepared.ts'

export async function insertEvent(db: Db, event: AuditEventTable, personal: AuditPersonalTable[]): Promise<void> {
  await db.insertInto('audit_events').values(event).execute()
  for (const row of personal) await db.insertInto('audit_personal').values(row).execute()
}

/** Erases the networks and addresses of a user. The events stay, with hashes that nobody can resolve. */
export async function erasePersonal(db: Db, userId: string, addresses: string[]): Promise<void> {
  await db.deleteFrom('audit_personal').where('user_id', '=', userId).execute()
  for (const text of addresses)
    await db.deleteFrom('audit_personal').where('text', '=', text).where('kind', '=', 'email').execute()
}

/** Says whose the addresses in events are, before the account that has them goes. A later erasure finds them. */
export async function claimPersonal(db: Db, userId: string, addresses: string[]): Promise<void> {
  const claimed = db.updateTable('audit_personal').set({ user_id: userId }).where('kind', '=', 'email')
  for (const text of addresses) await claimed.where('text', '=', text).execute()
}

type AuditedProject = { id: string; role: string | null }

/** The project whose log the actor may read. Projects come after the log in the order of nouns. */
export async function findAuditedProject<P extends Permission & 'audit.read'>(
  db: Db,
  actor: Actor,
  projectId: string,
  permission: P,
): Promise<Authorized<AuditedProject, P>> {
  const [row] = await auditedProject(db, actor, { projectId })
  return authorize(actor, row, permission, 'Project')
}

const auditedProject = preparedForActor((db, actor, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('projects')
    .select(['projects.id', roleIn(actor, 'projects.id').as('role')])
    .where('projects.id', '=', param('projectId'))
    .where('projects.deleted_at', 'is', null),
)
