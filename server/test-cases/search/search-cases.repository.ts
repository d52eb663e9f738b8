import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { Db } from '../../database/databases.ts'
import { inList } from '../../database/dialect.ts'
import { pause } from '../../database/json/gather.ts'
import { type Param, prepared } from '../../database/prepared.ts'
import { selectCases, toTestCase } from '../test-cases.repository.ts'

const ROWS = 500

/** Cases in the order of their ids. Those that were deleted meanwhile are left out. */
export async function listCasesById(db: Db, ids: string[]): Promise<TestCase[]> {
  const found: TestCase[] = []
  for (let from = 0; from < ids.length; from += ROWS) {
    if (from > 0) await pause()
    const part = ids.slice(from, from + ROWS)
    const cases = new Map((await casesById(db, { ids: part })).map((row) => [row.id, toTestCase(row)]))
    found.push(...part.flatMap((id) => cases.get(id) ?? []))
  }
  return found
}

const casesById = prepared((db, param: Param<{ ids: string[] }>) =>
  selectCases(db).where('test_cases.id', 'in', inList(db, param('ids'))),
)

/** The lists of tags in a project, as JSON, with how many cases have them. */
export const listTagLists = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('test_cases')
    .select(['tags', (eb) => eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', param('projectId'))
    .where('tags', 'is not', null)
    .groupBy('tags'),
)
