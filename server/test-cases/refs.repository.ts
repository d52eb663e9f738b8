import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

/**
 * The next refs of a project: 'C1', 'C2' … Refs are never reused, even after deletions. The row of the project is
 * locked until the transaction ends, so no other writer gets the same ones.
 */
export async function takeRefs(db: Db, projectId: string, count: number): Promise<string[]> {
  const [project] = await raise(db, { projectId, count })
  const first = (project?.last ?? 0) - count + 1
  return Array.from({ length: count }, (_, index) => `C${first + index}`)
}

const raise = prepared((db, param: Param<{ projectId: string; count: number }>) =>
  db
    .updateTable('projects')
    .set({ last_case_number: sql<number>`last_case_number + ${param('count')}` })
    .where('id', '=', param('projectId'))
    .returning('last_case_number as last'),
)
