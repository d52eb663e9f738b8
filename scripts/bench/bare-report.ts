import type { Database } from 'better-sqlite3'
import { SaxesParser } from 'saxes'
import { v7 as uuidv7 } from 'uuid'

const NEW_IDS = new Set(['id', 'test_suite_id', 'test_case_id', 'test_run_id', 'test_result_id'])

/** Of the refs of the copies, far from those of the product. */
let lastNumber = 1_000_000

type Row = Record<string, unknown>
type Tables = Record<string, Row[]>

/** All rows of an uploaded report by table, in insertion order. */
export function copyRun(db: Database, testRunId: string): Tables {
  const all = (sql: string) => db.prepare(sql).all(testRunId) as Row[]
  const ofRun = 'select test_case_id from test_results where test_run_id = ?'
  return {
    test_suites: all(
      'select * from test_suites where id in (select test_suite_id from test_results where test_run_id = ?)',
    ),
    test_cases: all(`select * from test_cases where id in (${ofRun})`),
    test_case_revisions: all(`select * from test_case_revisions where test_case_id in (${ofRun})`),
    test_runs: all('select * from test_runs where id = ?'),
    test_run_suites: all('select * from test_run_suites where test_run_id = ?'),
    test_results: all('select * from test_results where test_run_id = ?'),
    test_result_attempts: all(
      'select * from test_result_attempts where test_result_id in (select id from test_results where test_run_id = ?)',
    ),
  }
}

/** Tokenizes the report and inserts the same rows under new ids: one transaction, one prepared statement per table. */
export function barePass(db: Database, report: Buffer, tables: Tables): void {
  const parser = new SaxesParser()
  let seen = 0
  parser.on('opentag', ({ attributes }) => (seen += Object.keys(attributes).length))
  parser.on('text', (text) => (seen += text.length))
  parser.write(report.toString()).close()
  const ids = new Map<unknown, string>()
  const renewed = (column: string, value: unknown) => {
    if (column === 'ref') return `${String(value).charAt(0)}${(lastNumber += 1)}`
    if (column === 'key') return `bare ${seen} ${performance.now()}`
    if (!NEW_IDS.has(column)) return value
    const id = ids.get(value) ?? uuidv7()
    ids.set(value, id)
    return id
  }
  const insertAll = db.transaction(() => {
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {})
      const names = columns.map((column) => `"${column}"`)
      const insert = db.prepare(`insert into ${table} (${names.join()}) values (${columns.map(() => '?').join()})`)
      for (const row of rows) insert.run(columns.map((column) => renewed(column, row[column])))
    }
  })
  insertAll.immediate()
}
