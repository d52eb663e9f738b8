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
export async function erasePersonal(db: Db, user: { id: string; email: string | null }): Promise<void> {
  await db.deleteFrom('audit_personal').where('user_id', '=', user.id).execute()
  if (user.email === null) return
  await db.deleteFrom('audit_personal').where('text', '=', user.email).where('kind', '=', 'email').execute()
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
