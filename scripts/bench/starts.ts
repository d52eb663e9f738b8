import { openSqlite } from '#server/database/sqlite.ts'
import { compare, exchange, type Take, timed } from './load.ts'
import { besideBare } from './reads.ts'
import { addProject, cpuSeconds } from './servers.ts'
import type { Figure } from './table.ts'

/* The start of a run over 10,000 cases: the API against bare SQL on the same database file, so on the same indexes. */

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
  return await besideBare(async ({ file, assay: { server }, user }) => {
    const project = await addProject(user, { suites: 100, casesPerSuite: 100 })
    const bare = bareStarts(file, project)
    const start = (body: object): Take => {
      const request = user.post(`/test-runs/project/${project.id}`, body)
      const work = async () => {
        const { status } = await exchange(server.url, request)
        if (status !== 201) throw new Error(`the start answered ${status}`)
      }
      return () => timed(work, () => cpuSeconds(server))
    }
    const own =
      (work: () => unknown): Take =>
      () =>
        timed(async () => void work(), ownCpuSeconds)
    const kinds: [kind: string, assay: Take, name: string, bare: Take][] = [
      ['`omitResults`', start({ omitResults: true }), 'SQL', own(bare.start)],
      ['with its results', start({}), 'SQL, select, JSON', own(bare.startAndRead)],
    ]
    const figures: Figure[] = []
    for (const [kind, assay, name, take] of kinds) {
      const against = [{ name, take, bar: { atMost: 1.3 } }]
      const work = `start of a run over 10,000 cases, ${kind}`
      figures.push(...(await compare({ work, unit: 'time', rounds: 9, assay, against })))
    }
    bare.close()
    return figures
  })
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function bareStarts(file: string, { id: projectId, testRunId }: { id: string; testRunId: string }) {
  const db = openSqlite(file)
  const columns = db.prepare(
    `select group_concat('"' || name || '"') from pragma_table_info('test_runs') where name not in ('id', 'ref')`,
  )
  const names = columns.pluck().get() as string
  const copyRun = db.prepare(
    `insert into test_runs (id, ref, ${names}) select ?, ?, ${names} from test_runs where id = ?`,
  )
  const [suites, snapshot, select] = [SUITES, SNAPSHOT, RESULTS].map((text) => db.prepare(text))
  const insertAll = db.transaction(() => {
    const id = `bare-${performance.now()}`
    copyRun.run(id, id, testRunId)
    suites?.run(id, projectId)
    snapshot?.run(id, projectId)
    return id
  })
  return {
    start: () => insertAll.immediate(),
    startAndRead: () => JSON.stringify(select?.all(insertAll.immediate())),
    close: () => db.close(),
  }
}
