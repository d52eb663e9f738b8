import { TEXT_MAX } from '#shared/limits.ts'
import { deleteReported, giveToReport } from '../attachments/arriving.repository.ts'
import { takeReported } from '../attachments/reported-attachments.ts'
import { type Actor, actorUserId, type Authorized } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { claim } from '../database/scope.ts'
import { findProject, type ProjectRow } from '../projects/projects.repository.ts'
import { findCasesByRef, type KnownCase } from '../test-cases/case-lookup.repository.ts'
import { toAttempt } from '../test-results/attempt.ts'
import { judgeSteps } from '../test-results/judge-steps.ts'
import { recordReported, type ReportedTestResult } from '../test-results/record-reported.ts'
import { type Target, targetsOfCases } from '../test-results/run-results.repository.ts'
import { findTestRun, type FoundRun } from '../test-runs/test-runs.repository.ts'
import { refuseEndedRun } from '../test-runs/test-runs.service.ts'
import { type LiveTest, tidyLive } from './live-test.ts'
import { noteReceived } from './received-results.repository.ts'
import { digestOf } from './record-tests.ts'
import { ReportCases, wantedCases } from './report-cases.ts'
import { suiteName } from './short-names.ts'
import { findReportByDigest, insertReport, type ReportRow } from './test-reports.repository.ts'

/** Tests to record in one transaction. Other writes wait for it. */
const AT_ONCE = 200

/**
 * Records executions that arrive while a run goes on. They form one report of the run: a later execution of a test is a
 * retry, and of different tests of one case the worst counts. Throws CONFLICT for a run that has ended.
 */
export async function recordLive(
  ctx: ActorContext,
  run: { id: string; projectId: string },
  given: LiveTest[],
): Promise<void> {
  for (let from = 0; from < given.length; from += AT_ONCE) {
    const tests = given.slice(from, from + AT_ONCE).map(tidyLive)
    await ctx.write({ project: run.projectId }, (db) => recordSome(db, ctx.actor, run.id, tests))
  }
}

type Run = Authorized<FoundRun, 'run.record'>

async function recordSome(db: Db, actor: Actor, testRunId: string, given: LiveTest[]): Promise<void> {
  await claim(db, { testRun: testRunId })
  const run = await findTestRun(db, actor, testRunId, 'run.record')
  refuseEndedRun(run.status)
  const project = await findProject(db, actor, run.project_id, 'report.upload')
  const tests = await withoutRepeated(db, run, given)
  if (tests.length === 0) return
  const report = await liveReport(db, run, actor)
  const files = await filesOf(db, { id: report.id, projectId: project.id }, tests)
  const found = await findLiveCases(db, project, actor, tests)
  const cases = found.map(({ testCase }) => testCase)
  const targets = await targetsOfCases(db, run.id, cases)
  const results = found.map((one) => resultOf(targets.get(one.testCase.id) as Target, one, files))
  const sentBy = actorUserId(actor)
  await recordReported(db, { id: report.id, testRunId, sentBy, isHidden: false }, results)
  const attached = found.map(({ live, isFirst }, index) => ({
    resultId: (results[index] as ReportedTestResult).result.id,
    files: isFirst ? live.files.flatMap((id) => files.get(id) ?? []) : [],
  }))
  await takeReported(db, { id: report.id, test_run_id: run.id, sent_by: sentBy }, attached)
  while (await deleteReported(db, report.id));
}

/** A sender that got no answer sends its results again. */
async function withoutRepeated(db: Db, run: Run, tests: LiveTest[]): Promise<LiveTest[]> {
  const ids = tests.flatMap(({ id }) => id ?? [])
  const seen = ids.length === 0 ? new Set<string>() : await noteReceived(db, run.id, ids)
  return tests.filter(({ id }) => id === null || (!seen.has(id) && seen.add(id)))
}

const LIVE = 'live'

/** The report that all live executions of a run belong to. */
async function liveReport(db: Db, run: Run, actor: Actor): Promise<ReportRow> {
  const known = await findReportByDigest(db, run, LIVE)
  if (known) return known
  const row: ReportRow = {
    id: newId(),
    test_run_id: run.id,
    digest: LIVE,
    shard: null,
    is_retry: 0,
    completes: 0,
    awaits_files: 0,
    sent_by: actorUserId(actor),
    idempotency: null,
    touched_at: null,
    created: 0,
    recorded: 0,
    executions: 0,
    answer: '{}',
    created_at: new Date().toISOString(),
  }
  await insertReport(db, row)
  return row
}

type Files = Map<string, { id: string; name: string }>

async function filesOf(db: Db, report: { id: string; projectId: string }, tests: LiveTest[]): Promise<Files> {
  const ids = tests.flatMap(({ files }) => files)
  const given = ids.length === 0 ? [] : await giveToReport(db, report, ids)
  return new Map(given.map((file) => [file.id, file]))
}

function resultOf({ result, isNew }: Target, { live }: LiveCase, known: Files): ReportedTestResult {
  const { test, files, steps } = live
  const missing = files.filter((id) => !known.has(id)).map((id) => `Attachment not found: ${id}`)
  const notes = [...live.notes, ...missing].join('\n\n').slice(0, TEXT_MAX).toWellFormed()
  const attempts = test.executions.map(({ status, message, trace, durationMs, startedAt }) => {
    const outcome = { status, errorMessage: message, trace, executionTimeMs: durationMs, startedAt, notes }
    return { ...toAttempt(result, outcome), steps: verdicts(result, steps) }
  })
  const name = digestOf(`${suiteName(test.suite)}\n${test.name}`)
  return { result, isNew, attempts, test: name, isRetry: true, isFlaky: test.isFlaky ?? false }
}

function verdicts(result: Target['result'], steps: LiveTest['steps']): string | null {
  if (steps.length === 0 || steps.length !== result.step_count) return null
  const given = steps.map((status, index) => ({ index, status, note: null }))
  return judgeSteps({ step_count: result.step_count, steps: null }, given).steps
}

/** A test with one of its cases. Its files go to the first. */
type LiveCase = { live: LiveTest; testCase: KnownCase; isFirst: boolean }

/** The cases of each test: those of its known refs, else the one that a report would find or create for it. */
async function findLiveCases(
  db: Db,
  project: Authorized<ProjectRow, 'report.upload'>,
  actor: Actor,
  tests: LiveTest[],
): Promise<LiveCase[]> {
  const refs = [...new Set(tests.flatMap((live) => live.refs))]
  const known = refs.length === 0 ? new Map<string, KnownCase>() : await findCasesByRef(db, project.id, refs)
  const named = tests.filter((live) => !live.refs.some((ref) => known.has(ref)))
  const { cases } = await new ReportCases(db, project, actorUserId(actor)).find(
    named.flatMap(({ test }) => wantedCases([test]).slice(0, 1)),
  )
  const caseOf = new Map(named.map((live, index) => [live, cases[index] as KnownCase]))
  return tests.flatMap((live) => {
    const found = caseOf.get(live)
    const all = found ? [found] : live.refs.flatMap((ref) => known.get(ref) ?? [])
    const unknown = live.refs.filter((ref) => !known.has(ref))
    const notes = unknown.map((ref) => `Not found: ${ref}`)
    return all.map((testCase, index) => {
      return { live: { ...live, notes: [...live.notes, ...notes] }, testCase, isFirst: index === 0 }
    })
  })
}
