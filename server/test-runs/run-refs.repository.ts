import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

/**
 * The next ref of a run: 'R1', 'R2' … Refs are never reused, even after deletions. The row of the project is locked
 * until the transaction ends, so no other writer gets the same one.
 */
export async function takeRunRef(db: Db, projectId: string): Promise<string> {
  const [project] = await raise(db, { projectId })
  return `R${project?.last ?? 0}`
}

/** The id of a run of the project by its ref, for callers who are authorized with the id. */
export async function findRunIdByRef(db: Db, projectId: string, ref: string): Promise<string | undefined> {
  const [run] = await runByRef(db, { projectId, ref })
  return run?.id
}

const runByRef = prepared((db, param: Param<{ projectId: string; ref: string }>) =>
  db.selectFrom('test_runs').select('id').where('project_id', '=', param('projectId')).where('ref', '=', param('ref')),
)

const raise = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .updateTable('projects')
    .set({ last_run_number: sql<number>`last_run_number + 1` })
    .where('id', '=', param('projectId'))
    .returning('last_run_number as last'),
)
