import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { openSqlite } from '#server/database/sqlite.ts'

/*
 * The baseline: Express and prepared statements, the product's SQL for the same requests, one transaction per write; no
 * authentication, no validation, no OpenAPI. DATABASE_URL is a file of the product, USER_ID the user who calls.
 */

const { DATABASE_URL = '', USER_ID: userId = '' } = process.env
const db = openSqlite(DATABASE_URL.slice('file:'.length))
const app = express()
app.disable('etag')

const roleIn = (project: string) =>
  `(select role from project_members where project_id = ${project} and user_id = @userId) as role`
const CASE_COUNT = '(select max(number) from test_cases where test_suite_id = test_suites.id) as test_case_count'
const RESULT = `test_results.*, v.name, v.description, v.preconditions, v.type, v.expected_value_type,
  v.expected_value as snapshot_expected_value, s.name as suite_name, users.name as executed_by_name`
const RESULTS = `test_results
  inner join test_case_revisions v on v.test_case_id = test_results.test_case_id and v.revision = test_results.case_revision
  inner join test_run_suites s on s.test_run_id = test_results.test_run_id and s.test_suite_id = test_results.test_suite_id
  left join users on users.id = test_results.executed_by`

const USER = 'select * from users where id = @userId and deleted_at is null'
const RESULTS_OF_RUN = `select ${RESULT} from ${RESULTS} where test_results.test_run_id = @id
  order by suite_number, test_results.number, test_results.id`
const PROJECT = `select projects.*, ${roleIn('projects.id')} from projects where id = @id`

/** An answer has the rows of all statements. */
const READS = {
  '/test-suites/:id': [
    `select test_suites.*, ${CASE_COUNT}, ${roleIn('test_suites.project_id')} from test_suites where id = @id`,
    'select * from test_cases where test_suite_id = @id order by number',
  ],
  '/test-cases/:id': [`select *, ${roleIn('test_cases.project_id')} from test_cases where id = @id`],
  '/test-runs/:id': [
    `select test_runs.*, users.name as created_by_name, ${roleIn('test_runs.project_id')}
     from test_runs left join users on users.id = test_runs.created_by where test_runs.id = @id`,
    RESULTS_OF_RUN,
  ],
  '/projects': [
    `select projects.*, project_members.role,
       (select count(*) from project_members as counted where counted.project_id = projects.id) as member_count
     from projects inner join project_members on project_members.project_id = projects.id
     where project_members.user_id = @userId order by project_members.project_id desc`,
    `select test_suites.*, ${CASE_COUNT} from test_suites
     where project_id in (select project_id from project_members where user_id = @userId) order by project_id, number`,
  ],
  '/projects/:id/members': [
    PROJECT,
    `select project_members.*, users.name, users.email from project_members
     inner join users on users.id = project_members.user_id where project_id = @id
     order by case when role = 'owner' then 0 else 1 end, project_members.id`,
  ],
  '/test-runs/project/:id': [
    PROJECT,
    'select count(*) from test_runs where project_id = @id',
    `select test_runs.*, users.name as created_by_name from test_runs
     left join users on users.id = test_runs.created_by where project_id = @id order by test_runs.id desc limit @limit`,
  ],
}
const user = db.prepare(USER)
for (const [path, texts] of Object.entries(READS)) {
  const statements = texts.map((text) => db.prepare(text))
  app.get(`/api${path}`, (req, res) => {
    const given = { userId, ...req.params, limit: Number(req.query['limit']) }
    user.get(given)
    res.json(statements.map((statement) => statement.all(given)))
  })
}

const result = db.prepare(
  `select ${RESULT}, test_runs.status as run_status, ${roleIn('test_runs.project_id')} from ${RESULTS}
   inner join test_runs on test_runs.id = test_results.test_run_id
   where test_results.test_case_id = (select @caseId) and test_results.test_run_id = (select @testRunId)`,
)
const insertAttempt = db.prepare(
  `insert into test_result_attempts (test_result_id, number, status, actual_value, execution_time_ms, executed_at, executed_by)
   values (@id, @attempts, @status, @actualValue, @executionTimeMs, @at, @userId)`,
)
const updateResult = db.prepare(
  `update test_results set status = @status, expected_value = null, actual_value = @actualValue, error_message = null,
   notes = null, execution_time_ms = @executionTimeMs, executed_at = @at, executed_by = @userId, attempts = @attempts
   where id = @id`,
)
const moves = new Map(
  ['pending passed', 'pending failed', 'passed failed', 'failed passed'].map((move) => {
    const [from, to] = move.split(' ')
    return [move, db.prepare(`update test_runs set ${from} = ${from} - 1, ${to} = ${to} + 1 where id = ?`)]
  }),
)
type ResultRow = Record<'id' | 'status' | 'test_run_id' | 'snapshot_expected_value', string> & { attempts: number }

const record = db.transaction((caseId: string, body: Record<'testRunId' | 'actualValue', string>) => {
  const row = result.get({ userId, caseId, ...body }) as ResultRow
  const status = row.snapshot_expected_value === body.actualValue ? 'passed' : 'failed'
  const written = { ...body, userId, id: row.id, status, attempts: row.attempts + 1, at: new Date().toISOString() }
  insertAttempt.run(written)
  updateResult.run(written)
  if (row.status !== status) moves.get(`${row.status} ${status}`)?.run(row.test_run_id)
  return { ...row, ...written }
})

app.post('/api/test-cases/:id/execute', express.json(), (req, res) => {
  user.get({ userId })
  res.status(201).json(record.immediate(req.params.id, req.body))
})

const runColumns = db
  .prepare(
    `select group_concat('"' || name || '"') from pragma_table_info('test_runs') where name not in ('id', 'ref')`,
  )
  .pluck()
  .get() as string
const insertRun = db.prepare(
  `insert into test_runs (id, ref, ${runColumns}) select @id, @id, ${runColumns} from test_runs
   where project_id = @project limit 1`,
)
const insertSuites = db.prepare(
  `insert into test_run_suites (test_run_id, test_suite_id, name, number)
   select @id, id, name, number from test_suites where project_id = @project`,
)
const insertResults = db.prepare(
  `insert into test_results (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number, status, attempts)
   select new_id(), @id, c.id, c.revision, s.id, s.number, c.number, 'pending', 0
   from test_suites s inner join test_cases c on c.test_suite_id = s.id where s.project_id = @project
   order by s.number, c.number`,
)
const startRun = db.transaction((started: { id: string; project: string }) =>
  [insertRun, insertSuites, insertResults].map((statement) => statement.run(started)),
)

const resultsOfRun = db.prepare(RESULTS_OF_RUN)

/** Sends no results: the bars compare with SQL and JSON alone. */
app.post('/api/test-runs/project/:id', express.json(), (req, res) => {
  const id = `bare-${performance.now()}`
  startRun.immediate({ id, project: req.params.id })
  const length = req.body.omitResults ? 0 : JSON.stringify(resultsOfRun.all({ id })).length
  res.status(201).json({ id, length })
})

const server = createServer(app).listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
