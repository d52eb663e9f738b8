import type { Db } from '../database/databases.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { type Param, prepared } from '../database/prepared.ts'

type SuitePage = { projectId: string; limit: number; offset: number }

export const listSuiteHeads = prepared((db, param: Param<SuitePage>) =>
  db
    .selectFrom('test_suites')
    .select(['id', 'name', 'number'])
    .where('project_id', '=', param('projectId'))
    .where(isShownSuite)
    .orderBy('number')
    .orderBy('id')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function countSuites(db: Db, projectId: string): Promise<number> {
  const [row] = await suitesOfProject(db, { projectId })
  return row?.count ?? 0
}

const suitesOfProject = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('test_suites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', param('projectId'))
    .where(isShownSuite),
)
