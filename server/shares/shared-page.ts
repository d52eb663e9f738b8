import { sql, type SqlBool } from 'kysely'
import { SharedResult, SharedRun } from '#shared/shares/share.ts'
import { toSharedResult } from '#shared/shares/shared-run.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Db } from '../database/databases.ts'
import { slices } from '../limits/give-way.ts'
import { listResults, type ResultCondition } from '../test-results/test-results.repository.ts'

/* A page of results of a shared run. Anybody may request it, and its texts may be long. */

/** Results per piece of work. Each may have some hundred kilobytes of text. */
const ROWS = 10

const SharedHead = SharedRun.omit({ results: true })

type Page = { condition: ResultCondition; limit: number; offset: number | undefined }

/** The JSON of the page in pieces. Undeclared fields are left out. */
export async function* sharedRunAsJson(db: Db, head: Omit<SharedRun, 'results'>, page: Page): AsyncGenerator<string> {
  let before = `${JSON.stringify(SharedHead.parse(head)).slice(0, -1)},"results":[`
  for await (const results of sharedResults(db, page)) {
    yield before + results.map((result) => JSON.stringify(result)).join(',')
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

async function* sharedResults(db: Db, { condition, limit, offset = 0 }: Page): AsyncGenerator<SharedResult[]> {
  const giveWay = slices()
  let last: TestResult | undefined
  for (let left = limit; left > 0;) {
    const size = Math.min(ROWS, left)
    const rows = await listResults(db, last ? after(condition, last) : condition, {
      limit: size,
      offset: last ? 0 : offset,
    })
    const shown: SharedResult[] = []
    for (const row of rows) {
      await giveWay()
      shown.push(SharedResult.parse(toSharedResult(row)))
    }
    if (shown.length > 0) yield shown
    if (rows.length < size) return
    last = rows.at(-1)
    left -= rows.length
    await giveWay()
  }
}

const after =
  (condition: ResultCondition, { id, testCase: { number, testSuite } }: TestResult): ResultCondition =>
  (eb) =>
    eb.and([
      condition(eb),
      sql<SqlBool>`(test_results.suite_number, test_results.number, test_results.id) >
        (${testSuite.number}, ${number}, ${id})`,
    ])
