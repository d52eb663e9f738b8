import type { BrokenCase, FlakyCase, HealthCase, SlowCase } from '#shared/quality/quality.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { Db } from '../database/databases.ts'
import { listHealthCases, listResultDetails, pairKey, type ResultDetail } from './details.repository.ts'
import type { Health } from './health.ts'
import type { Entry } from './scan.repository.ts'

/* The cases of a list, with what the list shows of them. Cases that are deleted are left out. */

export async function showFlaky(
  db: Db,
  projectId: string,
  flaky: Health[],
  quarantined: Set<string>,
): Promise<FlakyCase[]> {
  const cases = await casesOf(db, projectId, flaky)
  const details = await listResultDetails(
    db,
    flaky.flatMap(({ testCaseId, lastFlake }) => (lastFlake ? [[lastFlake.evidence.run.id, testCaseId] as const] : [])),
  )
  return flaky.flatMap(({ testCaseId, counted, executions, flips, passedOnRetry, score, volume, lastFlake }) => {
    const testCase = cases.get(testCaseId)
    const detail = lastFlake && details.get(pairKey(lastFlake.evidence.run.id, testCaseId))
    if (!testCase || !lastFlake || !detail) return []
    const { resultId, errorMessage } = detail
    return {
      testCase,
      runs: counted.length,
      executions,
      flips,
      passedOnRetry,
      score,
      volume,
      lastFlakyAt: lastFlake.at.at,
      lastFlake: { ...namedRun(lastFlake.evidence), resultId, errorMessage },
      isQuarantined: quarantined.has(testCaseId),
    }
  })
}

export async function showBroken(db: Db, projectId: string, broken: Health[]): Promise<BrokenCase[]> {
  const cases = await casesOf(db, projectId, broken)
  const streaks = broken.flatMap((health) => {
    const streak = streakOf(health)
    return streak ? [{ testCaseId: health.testCaseId, ...streak }] : []
  })
  const details = await listResultDetails(
    db,
    streaks.flatMap(({ testCaseId, newest, first }) => [
      [newest.run.id, testCaseId] as const,
      [first.run.id, testCaseId] as const,
    ]),
  )
  return streaks.flatMap(({ testCaseId, newest, first, passed }) => {
    const testCase = cases.get(testCaseId)
    const [now, since] = [newest, first].map(({ run }) => details.get(pairKey(run.id, testCaseId))) as Details
    if (!testCase || !now || !since) return []
    return {
      testCase,
      since: { ...namedRun(first), at: first.at },
      lastPassedAt: passed?.at ?? null,
      by: since.by,
      resultId: now.resultId,
      testRunId: newest.run.id,
      errorMessage: now.errorMessage,
    }
  })
}

type Details = [ResultDetail | undefined, ResultDetail | undefined]

/** The results of the newest one's branch and environment that failed since a pass. */
export function streakOf({ entries, counted: [newest] }: Health) {
  if (!newest) return undefined
  const executed = entries.filter(
    ({ stream, status }) => stream === newest.stream && (status === 'passed' || isFailure(status)),
  )
  const index = executed.findIndex(({ status }) => status === 'passed')
  const passed = executed[index]
  const first = passed ? executed[index - 1] : executed.at(-1)
  return first && { newest, first, passed }
}

export async function showSlowest(db: Db, projectId: string, slow: Health[]): Promise<SlowCase[]> {
  const cases = await casesOf(db, projectId, slow)
  return slow.flatMap(({ testCaseId, medianMs, timedRuns }) => {
    const testCase = cases.get(testCaseId)
    return testCase && medianMs !== null ? { testCase, medianMs, runs: timedRuns } : []
  })
}

async function casesOf(db: Db, projectId: string, healths: Health[]): Promise<Map<string, HealthCase>> {
  return await listHealthCases(
    db,
    projectId,
    healths.map(({ testCaseId }) => testCaseId),
  )
}

function namedRun({ run }: Entry) {
  return { testRunId: run.id, runName: runName(run) }
}
