import { sql } from 'kysely'
import { type Param, prepared } from '../database/prepared.ts'
import { isVisible } from './test-runs.repository.ts'

type OfProject = { projectId: string; limit: number }

const used = (column: 'branch' | 'environment' | 'milestone') =>
  prepared((db, param: Param<OfProject>) =>
    db
      .selectFrom('test_runs')
      .select(`${column} as value`)
      .where('project_id', '=', param('projectId'))
      .where(isVisible)
      .where(column, 'is not', null)
      .groupBy(column)
      .orderBy(sql`max(id)`, 'desc')
      .limit(param('limit')),
  )

/** The values of a field in the runs of a project, last used first. */
export const listUsed = { branch: used('branch'), environment: used('environment'), milestone: used('milestone') }

/** Who started the runs of a project, last first. */
export const listStarters = prepared((db, param: Param<OfProject>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('test_runs')
        .select(['created_by', (run) => run.fn.max('id').as('last')])
        .where('project_id', '=', param('projectId'))
        .where(isVisible)
        .groupBy('created_by')
        .as('started'),
    )
    .innerJoin('users', 'users.id', 'started.created_by')
    .select(['users.id', 'users.name'])
    .orderBy('started.last', 'desc')
    .limit(param('limit')),
)
