import type { Door } from '#shared/arrivals/arrival.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'

/** A project that is deleted meanwhile has no arrivals. */
export async function setArrival(db: Db, projectId: string, door: Door): Promise<void> {
  const received_at = new Date().toISOString()
  await db
    .insertInto('arrivals')
    .columns(['project_id', 'door', 'received_at'])
    .expression((eb) =>
      eb
        .selectFrom('projects')
        .select((row) => ['id', row.val(door).as('door'), row.val(received_at).as('received_at')])
        .where('id', '=', projectId),
    )
    .onConflict((conflict) => conflict.columns(['project_id', 'door']).doUpdateSet({ received_at }))
    .execute()
}

export async function listArrivalTimes(
  db: Db,
  project: Authorized<ProjectRow, 'project.read'>,
): Promise<Map<Door, string>> {
  const rows = await db
    .selectFrom('arrivals')
    .select(['door', 'received_at'])
    .where('project_id', '=', project.id)
    .execute()
  return new Map(rows.map(({ door, received_at }) => [door, received_at]))
}
