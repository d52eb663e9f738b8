import { TestCase } from '#shared/test-cases/test-case.ts'
import type { Db } from '../../database/databases.ts'
import { inShownSuite } from '../../database/hidden-suites.ts'
import { inList } from '../../database/dialect.ts'
import { giveWay } from '../../limits/give-way.ts'
import { type Param, prepared } from '../../database/prepared.ts'
import { selectCases, toTestCase } from '../test-cases.repository.ts'

const ROWS = 500

/** Cases in the order of their ids, without those that were deleted meanwhile. */
export async function listCasesById(db: Db, ids: string[]): Promise<TestCase[]> {
  const found: TestCase[] = []
  for (let from = 0; from < ids.length; from += ROWS) {
    if (from > 0) await giveWay()
    const part = ids.slice(from, from + ROWS)
    const cases = new Map((await casesById(db, { ids: part })).map((row) => [row.id, toTestCase(row)]))
    found.push(...part.flatMap((id) => cases.get(id) ?? []))
  }
  return found
}

/** Smaller than other chunks, because each is one piece of work. */
const PIECE_ROWS = 100

export async function* casesAsJson(db: Db, ids: string[]): AsyncGenerator<string> {
  let before = '['
  for (let from = 0; from < ids.length; from += PIECE_ROWS) {
    const part = TestCase.array().parse(await listCasesById(db, ids.slice(from, from + PIECE_ROWS)))
    if (part.length === 0) continue
    yield before + part.map((testCase) => JSON.stringify(testCase)).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

const casesById = prepared((db, param: Param<{ ids: string[] }>) =>
  selectCases(db)
    .where('test_cases.id', 'in', inList(db, param('ids')))
    .where(inShownSuite('test_cases.test_suite_id')),
)

export const listTagLists = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('test_cases')
    .select(['tags', (eb) => eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', param('projectId'))
    .where('tags', 'is not', null)
    .where(inShownSuite('test_cases.test_suite_id'))
    .groupBy('tags'),
)
