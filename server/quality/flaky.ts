import { FLAKY_RUNS, FLAKY_SCORE, flakinessOf, flakySince } from '#shared/quality/flaky-score.ts'
import type { FlakyCase, FlakyInput } from '#shared/quality/quality.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { NO_LIMIT, offsetPage, type Page, rowsToRead, slicePage } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.repository.ts'
import { catchUp } from './catch-up.ts'
import { listHealthCases, listResultDetails, pairKey } from './details.repository.ts'
import type { HealthRow } from './fold.repository.ts'
import { listFlakyIds, listFlakyRows, listUnsteadyIds } from './health.repository.ts'
import { listNewest } from './newest-results.repository.ts'
import { countedRuns, type Plan } from './plan.ts'

type FlakyRow = Pick<
  HealthRow,
  | 'test_case_id'
  | 'runs'
  | 'executions'
  | 'flips'
  | 'passed_on_retry'
  | 'score'
  | 'volume'
  | 'last_flaky_at'
  | 'last_flake_run_id'
>

export async function listFlakyCases(
  ctx: ActorContext,
  { projectId, runs = FLAKY_RUNS, isFlaky = false, ...page }: FlakyInput,
): Promise<Page<FlakyCase>> {
  const { db } = ctx
  const project = await findProject(db, ctx.actor, projectId, 'project.read')
  const plan = await catchUp(ctx, project.id)
  const from = isFlaky ? FLAKY_SCORE : 0
  const part =
    runs === FLAKY_RUNS ? await pageOf(db, project.id, from, page) : await pageOver(db, plan, { runs, from }, page)
  const quarantined = new Set(await listQuarantinedIds(db, project.id))
  return { ...part, items: await showFlaky(db, project.id, part.items, quarantined) }
}

type Bounds = Pick<FlakyInput, 'limit' | 'offset'>

async function pageOf(db: Db, projectId: string, score: number, page: Bounds): Promise<Page<FlakyRow>> {
  const since = flakySince(new Date())
  const rows = await listFlakyRows(db, {
    projectId,
    since,
    score,
    limit: rowsToRead(page.limit) ?? NO_LIMIT,
    offset: page.offset ?? 0,
  })
  return offsetPage(rows, page, (await listFlakyIds(db, { projectId, since, score })).length)
}

/** The summary rows are for the usual number of runs; for another one, cases that may be flaky are judged anew. */
async function pageOver(
  db: Db,
  plan: Plan,
  { runs, from }: { runs: number; from: number },
  page: Bounds,
): Promise<Page<FlakyRow>> {
  const { projectId, window } = plan
  const since = flakySince(new Date())
  // A case that is flaky in fewer runs is also flaky in the usual number.
  const ids =
    runs < FLAKY_RUNS
      ? await listFlakyIds(db, { projectId, since, score: 0 })
      : await listUnsteadyIds(db, { projectId, testRunIds: window.map(({ id }) => id) })
  const executed = await listNewest(db, countedRuns(plan), { ids, limit: runs })
  const rows = Array.from(executed).flatMap(([id, results]): FlakyRow[] => {
    const flakiness = flakinessOf(results, runs)
    const { counted, executions, flips, passedOnRetry, score, volume, lastFlake } = flakiness
    if (!lastFlake || lastFlake.at.at <= since || score < from) return []
    const last = { last_flaky_at: lastFlake.at.at, last_flake_run_id: lastFlake.evidence.run.id }
    const counts = { runs: counted.length, executions, flips, passed_on_retry: passedOnRetry, score, volume }
    return [{ test_case_id: id, ...counts, ...last }]
  })
  rows.sort((a, b) => b.volume - a.volume || (a.test_case_id < b.test_case_id ? 1 : -1))
  return slicePage(rows, page)
}

export async function showFlaky(
  db: Db,
  projectId: string,
  rows: FlakyRow[],
  quarantined: Set<string>,
): Promise<FlakyCase[]> {
  const ids = rows.map(({ test_case_id }) => test_case_id)
  const cases = await listHealthCases(db, projectId, ids)
  const details = await listResultDetails(
    db,
    rows.map((row) => [row.last_flake_run_id ?? '', row.test_case_id] as const),
  )
  return rows.flatMap((row) => {
    const testCase = cases.get(row.test_case_id)
    const flake = details.get(pairKey(row.last_flake_run_id ?? '', row.test_case_id))
    if (!testCase || !flake || row.last_flaky_at === null) return []
    const { testRunId, runName, resultId, errorMessage } = flake
    return {
      testCase,
      runs: row.runs,
      executions: row.executions,
      flips: row.flips,
      passedOnRetry: row.passed_on_retry,
      score: row.score,
      volume: row.volume,
      lastFlakyAt: row.last_flaky_at,
      lastFlake: { testRunId, runName, resultId, errorMessage },
      isQuarantined: quarantined.has(row.test_case_id),
    }
  })
}
