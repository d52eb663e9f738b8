import type { Attention, ListRecentResults, RecentResults } from '#shared/test-results/match.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunInput } from '#shared/test-runs/test-run.ts'
import { actorUserId } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.repository.ts'
import { findTestRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { matching } from './match.repository.ts'
import { failuresOfCases, newFailuresOf } from './new-failures.repository.ts'
import { listRecentRows } from './recent-results.repository.ts'
import { countResults } from './test-results.repository.ts'

/** The number of results per case in the history. */
const RECENT = 10

export async function readAttention({ db, actor }: ActorContext, { testRunId }: TestRunInput): Promise<Attention> {
  const run = toTestRun(await findTestRun(db, actor, testRunId, 'project.read'))
  const userId = actorUserId(actor)
  return {
    newlyFailed: await countResults(db, newFailuresOf(run)),
    quarantined: await countQuarantinedFailures(db, run),
    mine: userId === null ? 0 : await countResults(db, matching(run, { assigneeId: userId })),
  }
}

async function countQuarantinedFailures(db: Db, run: { id: string; projectId: string }): Promise<number> {
  const ids = await listQuarantinedIds(db, run.projectId)
  return ids.length === 0 ? 0 : await countResults(db, failuresOfCases(db, run, ids))
}

/** The newest results of cases up to a run. Cases of other projects have none. */
export async function listRecentResults(
  { db, actor }: ActorContext,
  { testRunId, testCaseIds }: ListRecentResults,
): Promise<RecentResults[]> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const wanted = { projectId: run.project_id, upToRun: run.id, testCaseIds, limit: RECENT }
  const rowsOf = await listRecentRows(db, wanted)
  return testCaseIds.map((testCaseId) => ({
    testCaseId,
    results: (rowsOf.get(testCaseId) ?? []).map(([id, description, status, executedAt]) => ({
      testRunId: id,
      runName: runName({ id, description }),
      status,
      executedAt,
    })),
  }))
}
