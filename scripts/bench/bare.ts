import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request } from 'express'
import { openSqlite } from '#server/database/sqlite.ts'

/*
 * The baseline, `bare.ts FILE USER_ID`: Express and prepared statements, the product's SQL for the same requests, one
 * transaction per write; no authentication, no validation, no OpenAPI.
 */

const [file = '', userId = ''] = process.argv.slice(2)
const db = openSqlite(file)
const app = express()
app.disable('etag')

const roleIn = (project: string) =>
  `(select role from project_members where project_id = ${project} and user_id = ?) as role`
const CASE_COUNT = '(select max(number) from test_cases where test_suite_id = test_suites.id) as test_case_count'
const RESULT = `test_results.*, v.name, v.description, v.preconditions, v.type, v.expected_value_type,
  v.expected_value as snapshot_expected_value, s.name as suite_name, users.name as executed_by_name`
const RESULTS = `test_results
  inner join test_case_revisions v on v.test_case_id = test_results.test_case_id and v.revision = test_results.case_revision
  inner join test_run_suites s on s.test_run_id = test_results.test_run_id and s.test_suite_id = test_results.test_suite_id
  left join users on users.id = test_results.executed_by`

const user = db.prepare('select * from users where id = ? and deleted_at is null')
const suite = db.prepare(
  `select test_suites.*, ${CASE_COUNT}, ${roleIn('test_suites.project_id')} from test_suites where id = ?`,
)
const casesOfSuite = db.prepare('select * from test_cases where test_suite_id = ? order by number')
const testCase = db.prepare(`select *, ${roleIn('test_cases.project_id')} from test_cases where id = ?`)
const result = db.prepare(
  `select ${RESULT}, test_runs.status as run_status, ${roleIn('test_runs.project_id')} from ${RESULTS}
   inner join test_runs on test_runs.id = test_results.test_run_id
   where test_results.test_case_id = (select ?) and test_results.test_run_id = (select ?)`,
)
const resultsOfRun = db.prepare(
  `select ${RESULT} from ${RESULTS} where test_results.test_run_id = ?
   order by suite_number, test_results.number, test_results.id`,
)
const insertAttempt = db.prepare(
  `insert into test_result_attempts (test_result_id, number, status, expected_value, actual_value, error_message, notes,
     execution_time_ms, executed_at, executed_by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
const updateResult = db.prepare(
  `update test_results set status = ?, expected_value = ?, actual_value = ?, error_message = ?, notes = ?, execution_time_ms = ?,
     executed_at = ?, executed_by = ?, attempts = ? where id = ?`,
)
const run = db.prepare(
  `select test_runs.*, users.name as created_by_name, ${roleIn('test_runs.project_id')}
   from test_runs left join users on users.id = test_runs.created_by where test_runs.id = ?`,
)
const projectsOfUser = db.prepare(
  `select projects.*, project_members.role,
     (select count(*) from project_members as counted where counted.project_id = projects.id) as member_count
   from projects inner join project_members on project_members.project_id = projects.id
   where project_members.user_id = ? order by project_members.project_id desc`,
)
const suitesOfUser = db.prepare(
  `select test_suites.*, ${CASE_COUNT} from test_suites
   where project_id in (select project_id from project_members where user_id = ?) order by project_id, number`,
)
const project = db.prepare(`select projects.*, ${roleIn('projects.id')} from projects where id = ?`)
const members = db.prepare(
  `select project_members.*, users.name, users.email from project_members
   inner join users on users.id = project_members.user_id where project_id = ?
   order by case when role = 'owner' then 0 else 1 end, project_members.id`,
)
const countRuns = db.prepare('select count(*) from test_runs where project_id = ?')
const runsOfProject = db.prepare(
  `select test_runs.*, users.name as created_by_name from test_runs left join users on users.id = test_runs.created_by
   where project_id = ? order by test_runs.id desc limit ?`,
)
const moves = new Map<string, ReturnType<typeof db.prepare>>()

type ResultRow = Record<'id' | 'status' | 'test_run_id', string> & {
  attempts: number
  snapshot_expected_value: string | null
}

const record = db.transaction((caseId: string, { testRunId, actualValue, executionTimeMs }: Record<string, never>) => {
  const row = result.get(userId, caseId, testRunId) as ResultRow
  const status = row.snapshot_expected_value === actualValue ? 'passed' : 'failed'
  const at = new Date().toISOString()
  insertAttempt.run(row.id, row.attempts + 1, status, null, actualValue, null, null, executionTimeMs, at, userId)
  updateResult.run(status, null, actualValue, null, null, executionTimeMs, at, userId, row.attempts + 1, row.id)
  if (row.status !== status) move(row.status, status).run(row.test_run_id)
  return { ...row, status, actual_value: actualValue, executed_at: at, attempts: row.attempts + 1 }
})

function move(before: string, after: string) {
  const key = `${before} ${after}`
  const known =
    moves.get(key) ?? db.prepare(`update test_runs set ${before} = ${before} - 1, ${after} = ${after} + 1 where id = ?`)
  moves.set(key, known)
  return known
}

function read(path: string, answer: (id: string, req: Request) => unknown): void {
  app.get(path, (req, res) => {
    user.get(userId)
    res.json(answer(String(req.params['id']), req))
  })
}

app.post('/test-cases/:id/execute', express.json(), (req, res) => {
  user.get(userId)
  res.status(201).json(record.immediate(req.params.id, req.body))
})
read('/test-suites/:id', (id) => ({ ...(suite.get(userId, id) as object), testCases: casesOfSuite.all(id) }))
read('/test-cases/:id', (id) => testCase.get(userId, id))
read('/test-runs/:id', (id) => ({ ...(run.get(userId, id) as object), results: resultsOfRun.all(id) }))
read('/projects', () => {
  const projects = projectsOfUser.all(userId) as { id: string }[]
  const suites = Map.groupBy(suitesOfUser.all(userId) as { project_id: string }[], ({ project_id }) => project_id)
  return projects.map((listed) => ({ ...listed, testSuites: suites.get(listed.id) ?? [] }))
})
read('/projects/:id/members', (id) => {
  project.get(userId, id)
  return members.all(id)
})
read('/test-runs/project/:id', (id, req) => {
  project.get(userId, id)
  countRuns.get(id)
  return runsOfProject.all(id, Number(req.query['limit']))
})

const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
