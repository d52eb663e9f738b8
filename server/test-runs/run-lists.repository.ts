import { sql, type SqlBool } from 'kysely'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { isPostgres } from '../database/dialect.ts'
import { type Param, prepared, type Query, type Values } from '../database/prepared.ts'
import { NO_LIMIT, rowsToRead } from '../http/paging.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { conditionsOf, type Filtered, hasWords, type RunPart, valuesOf, whereRuns } from './run-filter.ts'
import { selectAllRuns, type TestRunRow } from './test-runs.repository.ts'

type Project = Authorized<ProjectRow, 'project.read'>

/** A query that is prepared once per combination of conditions. It takes the values `limit` and `offset`. */
function forPart<R>(
  make: (conditions: string[]) => Query<Values, R>,
): (db: Db, project: Project, part: RunPart, limit?: number) => Promise<R[]> {
  const known = new Map<string, Query<Values, R>>()
  return async (db, { id }, part, limit = NO_LIMIT) => {
    const conditions = conditionsOf(part)
    const name = conditions.join()
    const query = known.get(name) ?? make(conditions)
    known.set(name, query)
    return await query(db, { ...valuesOf(db, id, part), limit, offset: part.offset ?? 0 })
  }
}

/** One row more than the page, to detect whether more follow. */
export async function listRunRows(db: Db, project: Project, part: RunPart): Promise<TestRunRow[]> {
  return await rows(db, project, part, rowsToRead(part.limit))
}

const rows = forPart((conditions) => prepared((db, param) => foundPage(db, param, selectAllRuns(db), conditions)))

export async function listRunVersions(
  db: Db,
  project: Project,
  part: RunPart,
): Promise<{ id: string; version: string }[]> {
  return await versions(db, project, part, rowsToRead(part.limit))
}

const versions = forPart((conditions) =>
  prepared((db, param) => foundPage(db, param, db.selectFrom('test_runs').select(['id', 'version']), conditions)),
)

export async function countRuns(db: Db, project: Project, part: RunPart): Promise<number> {
  const { cursor: _, ...filter } = part
  const [row] = await counts(db, project, filter)
  return row?.count ?? 0
}

const counts = forPart((conditions) =>
  prepared((db, param) => {
    const counted = db.selectFrom('test_runs').select((eb) => eb.fn.countAll<number>().as('count'))
    return whereRuns(db, param, counted, conditions)
  }),
)

/** SQLite finds words by id first: it then reads the texts of the runs in between from an index alone. */
function foundPage<Q extends Filtered<Q> & Paged<Q>>(db: Db, param: Param<Values>, query: Q, conditions: string[]): Q {
  if (isPostgres(db) || !hasWords(conditions)) return pageOf(whereRuns(db, param, query, conditions), param)
  const ids = pageOf(whereRuns(db, param, db.selectFrom('test_runs').select('test_runs.id'), conditions), param)
  return query.where(sql<SqlBool>`${sql.ref('test_runs.id')} in ${ids}`).orderBy('test_runs.id', 'desc')
}

type Paged<Q> = {
  orderBy: (column: 'test_runs.id', direction: 'desc') => Q
  limit: (n: number) => Q
  offset: (n: number) => Q
}

function pageOf<Q extends Paged<Q>>(query: Q, param: Param<Values>): Q {
  return query
    .orderBy('test_runs.id', 'desc')
    .limit(param('limit') as number)
    .offset(param('offset') as number)
}
