import type { TestCaseDetail } from '#shared/test-cases/test-case.ts'
import type { Db } from '../database/databases.ts'
import { selectCases, toCaseDetail } from './test-cases.repository.ts'

const CASES_AT_ONCE = 100

/** The cases of a suite in order, in chunks, for callers already authorized for it. */
export async function* caseChunks(db: Db, testSuiteId: string): AsyncGenerator<TestCaseDetail[]> {
  for (let after = 0; ;) {
    const rows = await selectCases(db)
      .where('test_cases.test_suite_id', '=', testSuiteId)
      .where('test_cases.number', '>', after)
      .orderBy('test_cases.number')
      .limit(CASES_AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toCaseDetail)
    if (rows.length < CASES_AT_ONCE) return
    after = last.number
  }
}
