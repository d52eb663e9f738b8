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

const raise = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .updateTable('projects')
    .set({ last_run_number: sql<number>`last_run_number + 1` })
    .where('id', '=', param('projectId'))
    .returning('last_run_number as last'),
)
