import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { openSqlite } from '#server/database/sqlite.ts'

/*
 * The baseline, `bare.ts FILE USER_ID`: Express and prepared statements, the product's SQL for the same requests, one
 * transaction per write; no authentication, no validation, no OpenAPI.
 */

const [file = '', userId = ''] = process.argv.slice(2)
const db = openSqlite(file)
const app = express()
app.disable('etag')

const user = db.prepare('select * from users where id = ? and deleted_at is null')
const roleInSuite = db.prepare(
  `select test_suites.*, (select max(number) from test_cases where test_suite_id = test_suites.id) as test_case_count,
     (select role from project_members where project_id = test_suites.project_id and user_id = ?) as role
   from test_suites where id = ?`,
)
const casesOfSuite = db.prepare('select * from test_cases where test_suite_id = ? order by number')
const testCase = db.prepare(
  `select *, (select role from project_members where project_id = test_cases.project_id and user_id = ?) as role
   from test_cases where id = ?`,
)
const RESULTS = `select test_results.*, v.name, v.description, v.preconditions, v.type, v.expected_value_type, v.expected_value as snapshot_expected_value,
    s.name as suite_name, users.name as executed_by_name
  from test_results
  inner join test_case_revisions v on v.test_case_id = test_results.test_case_id and v.revision = test_results.case_revision
  inner join test_run_suites s on s.test_run_id = test_results.test_run_id and s.test_suite_id = test_results.test_suite_id
  left join users on users.id = test_results.executed_by`
const result = db.prepare(
  RESULTS.replace(
    'as executed_by_name',
    `as executed_by_name, test_runs.status as run_status,
     (select role from project_members where project_id = test_runs.project_id and user_id = ?) as role`,
  ) +
    ` inner join test_runs on test_runs.id = test_results.test_run_id
      where test_results.test_case_id = (select ?) and test_results.test_run_id = (select ?)`,
)
const resultsOfRun = db.prepare(
  `${RESULTS} where test_results.test_run_id = ? order by suite_number, test_results.number, test_results.id`,
)
const insertAttempt = db.prepare(
  `insert into test_result_attempts (test_result_id, number, status, expected_value, actual_value, error_message, notes,
     execution_time_ms, executed_at, executed_by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
const updateResult = db.prepare(
  `update test_results set status = ?, expected_value = ?, actual_value = ?, error_message = ?, notes = ?, execution_time_ms = ?,
     executed_at = ?, executed_by = ?, attempts = ? where id = ?`,
)
const roleInRun = db.prepare(
  `select test_runs.*, users.name as created_by_name,
     (select role from project_members where project_id = test_runs.project_id and user_id = ?) as role
   from test_runs left join users on users.id = test_runs.created_by where test_runs.id = ?`,
)
const projectsOfUser = db.prepare(
  `select projects.*, project_members.role,
     (select count(*) from project_members as counted where counted.project_id = projects.id) as member_count
   from projects inner join project_members on project_members.project_id = projects.id
   where project_members.user_id = ? order by project_members.project_id desc`,
)
const suitesOfUser = db.prepare(
  `select test_suites.*, (select max(number) from test_cases where test_suite_id = test_suites.id) as test_case_count
   from test_suites where project_id in (select project_id from project_members where user_id = ?)
   order by project_id, number`,
)
const roleInProject = db.prepare(
  `select projects.*, (select role from project_members where project_id = projects.id and user_id = ?) as role
   from projects where id = ?`,
)
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

type ResultRow = {
  id: string
  attempts: number
  status: string
  snapshot_expected_value: string | null
  test_run_id: string
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

app.post('/test-cases/:id/execute', express.json(), (req, res) => {
  user.get(userId)
  res.status(201).json(record.immediate(req.params.id, req.body))
})
app.get('/test-suites/:id', (req, res) => {
  user.get(userId)
  const suite = roleInSuite.get(userId, req.params.id) as object
  res.json({ ...suite, testCases: casesOfSuite.all(req.params.id) })
})
app.get('/test-cases/:id', (req, res) => {
  user.get(userId)
  res.json(testCase.get(userId, req.params.id))
})
app.get('/test-runs/:id', (req, res) => {
  user.get(userId)
  const run = roleInRun.get(userId, req.params.id) as object
  res.json({ ...run, results: resultsOfRun.all(req.params.id) })
})
app.get('/projects', (_req, res) => {
  user.get(userId)
  const projects = projectsOfUser.all(userId) as { id: string }[]
  const suites = Map.groupBy(suitesOfUser.all(userId) as { project_id: string }[], (suite) => suite.project_id)
  res.json(projects.map((project) => ({ ...project, testSuites: suites.get(project.id) ?? [] })))
})
app.get('/projects/:id/members', (req, res) => {
  user.get(userId)
  roleInProject.get(userId, req.params.id)
  res.json(members.all(req.params.id))
})
app.get('/test-runs/project/:id', (req, res) => {
  user.get(userId)
  roleInProject.get(userId, req.params.id)
  countRuns.get(req.params.id)
  res.json(runsOfProject.all(req.params.id, Number(req.query['limit'])))
})

const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})

function move(before: string, after: string) {
  const key = `${before} ${after}`
  const known =
    moves.get(key) ?? db.prepare(`update test_runs set ${before} = ${before} - 1, ${after} = ${after} + 1 where id = ?`)
  moves.set(key, known)
  return known
}
