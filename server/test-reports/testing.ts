import type { Db } from '../database/databases.ts'

/* What tests of large reports share. */

/** A report of so many passing tests, in suites of 100. `mark` makes its bytes differ from others of the same tests. */
export function largeReport(tests: number, mark = '', outcome = ''): string {
  const suites = Array.from({ length: Math.ceil(tests / 100) }, (_, suite) => {
    const count = Math.min(100, tests - suite * 100)
    const cases = Array.from({ length: count }, (_, index) => `<testcase name="test ${index}">${outcome}</testcase>`)
    return `<testsuite name="suite ${suite}">${cases.join('')}</testsuite>`
  })
  return `<testsuites><!--${mark}-->${suites.join('')}</testsuites>`
}

/** The rows that a recording in progress has left so far. */
export async function stateOf(db: Db) {
  const countOf = async (table: 'test_report_parts' | 'test_reports' | 'test_results' | 'test_runs') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  const [parts, reports, results, runs] = [
    await countOf('test_report_parts'),
    await countOf('test_reports'),
    await countOf('test_results'),
    await countOf('test_runs'),
  ]
  const unfinished = await db.selectFrom('test_reports').select('id').where('touched_at', 'is not', null).execute()
  return { parts, reports, results, runs, unfinished: unfinished.length }
}

/** Polls until the state is as wanted. */
export async function untilState(
  db: Db,
  isWanted: (state: Awaited<ReturnType<typeof stateOf>>) => boolean,
): Promise<void> {
  while (!isWanted(await stateOf(db))) await new Promise((resolve) => setTimeout(resolve, 2))
}
