import { openSqlite } from '#server/database/sqlite.ts'
import { compare } from './compare.ts'
import type { Figure } from './figure.ts'
import { cpuSeconds, type Sample, type Target } from './load.ts'
import { exchange } from './pass.ts'
import { inPlace } from './place.ts'

/* The start of a run over 10,000 cases: the API against bare SQL on the same database file, so on the same indexes. */

const ROUNDS = 9
const SIZE = { suites: 100, casesPerSuite: 100 }

const SUITES = `insert into test_run_suites (test_run_id, test_suite_id, name, number)
  select ?, id, name, number from test_suites where project_id = ?`
const SNAPSHOT = `insert into test_results (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number, status, attempts)
  select new_id(), ?, c.id, c.revision, s.id, s.number, c.number, 'pending', 0
  from test_suites s inner join test_cases c on c.test_suite_id = s.id where s.project_id = ? order by s.number, c.number`
const RESULTS = `select test_results.*, v.name, v.description, v.preconditions, v.type, v.expected_value_type,
    v.expected_value as snapshot_expected_value, s.name as suite_name, users.name as executed_by_name
  from test_results
  inner join test_case_revisions v on v.test_case_id = test_results.test_case_id and v.revision = test_results.case_revision
  inner join test_run_suites s on s.test_run_id = test_results.test_run_id and s.test_suite_id = test_results.test_suite_id
  left join users on users.id = test_results.executed_by
  where test_results.test_run_id = ? order by suite_number, test_results.number, test_results.id`

export async function benchStarts(): Promise<Figure[]> {
  return await inPlace(SIZE, async ({ file, assay, project: { projectId, testRunId, token } }) => {
    const bare = bareStarts(file, projectId, testRunId)
    const work = 'start of a run over 10,000 cases'
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const start = (body: object) => async () => {
      const path = `/api/test-runs/project/${projectId}`
      const { status } = await exchange(assay.url, { method: 'POST', path, headers, body: JSON.stringify(body) })
      if (status !== 201) throw new Error(`the start answered ${status}`)
    }
    const lines = { unit: 'time', rounds: ROUNDS } as const
    const figures = [
      ...(await compare({
        ...lines,
        work: `${work}, \`omitResults\``,
        assay: () => timed(start({ omitResults: true }), assay),
        against: [{ name: 'SQL', take: () => timed(bare.start), bar: { atMost: 1.3 } }],
      })),
      ...(await compare({
        ...lines,
        work: `${work}, with its results`,
        assay: () => timed(start({}), assay),
        against: [{ name: 'SQL, select, JSON', take: () => timed(bare.startAndRead), bar: { atMost: 1.3 } }],
      })),
    ]
    bare.close()
    return figures
  })
}

function bareStarts(file: string, projectId: string, testRunId: string) {
  const db = openSqlite(file)
  const columns = db.prepare(
    `select group_concat(name) from pragma_table_info('test_runs') where name not in ('id', 'ref')`,
  )
  const names = columns.pluck().get() as string
  const copyRun = db.prepare(
    `insert into test_runs (id, ref, ${names}) select ?1, ?1, ${names} from test_runs where id = ?2`,
  )
  const [suites, snapshot, select] = [db.prepare(SUITES), db.prepare(SNAPSHOT), db.prepare(RESULTS)]
  const insertAll = db.transaction(() => {
    const id = `bare-${performance.now()}`
    copyRun.run(id, testRunId)
    suites.run(id, projectId)
    snapshot.run(id, projectId)
    return id
  })
  return {
    start: () => insertAll.immediate(),
    startAndRead: () => JSON.stringify(select.all(insertAll.immediate())),
    close: () => db.close(),
  }
}

/** The CPU time is the server's, or our own where the work is done here. */
async function timed(work: () => unknown, target?: Target): Promise<Sample> {
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return target ? cpuSeconds(target) : (user + system) / 1e6
  }
  const [start, cpuBefore] = [performance.now(), cpu()]
  await work()
  const ms = performance.now() - start
  return { count: 1, seconds: ms / 1_000, cpuSeconds: cpu() - cpuBefore, p99Ms: ms, failures: 0 }
}
