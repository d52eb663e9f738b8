import type { Selectable } from 'kysely'
import type { RetentionRules } from '#shared/retention/retention.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import type { ProjectTable } from '../database/tables.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'

const COLUMNS = ['keep_runs_days', 'keep_attachments_days', 'keep_traces_days'] as const

/** The rules of a project. Undefined for a deleted one. */
export async function readRules(db: Db, projectId: string): Promise<RetentionRules | undefined> {
  const row = await selectRules(db).where('id', '=', projectId).executeTakeFirst()
  return row && toRules(row)
}

export async function updateRules(
  db: Db,
  { id }: Authorized<ProjectRow, 'retention.manage'>,
  { keepRunsDays, keepAttachmentsDays, keepTracesDays }: RetentionRules,
): Promise<void> {
  await db
    .updateTable('projects')
    .set({
      keep_runs_days: keepRunsDays,
      keep_attachments_days: keepAttachmentsDays,
      keep_traces_days: keepTracesDays,
    })
    .where('id', '=', id)
    .execute()
}

/** The projects that do not keep everything. */
export async function listProjectsWithRules(db: Db): Promise<string[]> {
  const rows = await selectRules(db)
    .where((eb) => eb.or(COLUMNS.map((column) => eb(column, 'is not', null))))
    .execute()
  return rows.map(({ id }) => id)
}

function selectRules(db: Db) {
  return db
    .selectFrom('projects')
    .select(['id', ...COLUMNS])
    .where('deleted_at', 'is', null)
}

const toRules = (row: Pick<Selectable<ProjectTable>, (typeof COLUMNS)[number]>): RetentionRules => ({
  keepRunsDays: row.keep_runs_days,
  keepAttachmentsDays: row.keep_attachments_days,
  keepTracesDays: row.keep_traces_days,
})
