import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '#server/database/sqlite.ts'
import { apiOf } from '../seed/api.ts'
import { median, startTarget, stopTarget } from './load.ts'
import { makeProject } from './project.ts'

/* A run over 10,000 cases: the API against bare SQL and JSON.stringify for the same rows. */

const ROUNDS = 7
const SIZE = { suites: 100, casesPerSuite: 100 }

const SNAPSHOT = `insert into test_results (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number, status, attempts)
  select new_id(), ?, c.id, c.revision, s.id, s.number, c.number, 'pending', 0
  from test_suites s inner join test_cases c on c.test_suite_id = s.id where s.project_id = ? order by s.number, c.number`
const RESULTS = `select test_results.*, v.name, v.description, v.type, v.expected_value_type, v.expected_value as snapshot_expected_value,
    s.name as suite_name, users.name as executed_by_name
  from test_results
  inner join test_case_revisions v on v.test_case_id = test_results.test_case_id and v.revision = test_results.case_revision
  inner join test_run_suites s on s.test_run_id = test_results.test_run_id and s.test_suite_id = test_results.test_suite_id
  left join users on users.id = test_results.executed_by
  where test_results.test_run_id = ? order by suite_number, test_results.number, test_results.id`

/** The table for starting and reading a large run. */
export async function benchRuns(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const file = join(folder, 'assay.db')
    const assay = await startTarget('./assay.ts', [file])
    const { token, projectId, testRunId } = await makeProject(assay.url, SIZE)
    const call = apiOf(assay.url, token)
    const db = openSqlite(file)
    const [insert, select] = [db.prepare(SNAPSHOT), db.prepare(RESULTS)]
    const bareStart = db.transaction(() => {
      const id = `bare-${performance.now()}`
      db.prepare(
        `insert into test_runs (id, project_id, description, status, created_at, completed_at, created_by, total, passed,
        failed, error, pending, skipped) select ?, project_id, description, status, created_at, completed_at, created_by, total,
        passed, failed, error, pending, skipped from test_runs where id = ?`,
      ).run(id, testRunId)
      insert.run(id, projectId)
    })
    const rows = [
      row(
        'start',
        await timed(() => call('POST', `/test-runs/project/${projectId}`)),
        await timed(() => bareStart.immediate()),
      ),
      row(
        'read back',
        await timed(() => call('GET', `/test-runs/${testRunId}`)),
        await timed(() => JSON.stringify(select.all(testRunId))),
      ),
    ]
    db.close()
    await stopTarget(assay)
    return [
      '| a run over 10,000 cases | Assay, over REST | bare SQL and JSON | ratio | bar |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function timed(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

function row(name: string, productMs: number, bareMs: number): string {
  return `| ${name} | ${productMs.toFixed(0)} ms | ${bareMs.toFixed(0)} ms | **${(productMs / bareMs).toFixed(1)}×** | ≤ 10× |`
}
