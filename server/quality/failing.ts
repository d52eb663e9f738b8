import type { FailingCase } from '#shared/quality/quality.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { Db } from '../database/databases.ts'
import { failuresOf, newFailuresOf } from '../test-results/new-failures.repository.ts'
import { listResults } from '../test-results/test-results.repository.ts'
import { listResultDetails, pairKey } from './details.repository.ts'
import { listNewest } from './newest-results.repository.ts'
import { countedRuns, type Plan } from './plan.ts'
import { streakOf } from './streak.ts'
import { WINDOW } from './window.repository.ts'

/**
 * The failures of an ended run, new ones first, at most `limit`: each with the first failure since the case passed on the
 * branch and environment of its results up to this run.
 */
export async function listFailing(
  db: Db,
  plan: Plan,
  run: TestRunListItem,
  { limit, quarantined }: { limit: number; quarantined: ReadonlySet<string> },
): Promise<FailingCase[]> {
  const fresh = await listResults(db, newFailuresOf(run), { limit })
  const isNew = new Set(fresh.map(({ id }) => id))
  const all = fresh.length < limit ? await listResults(db, failuresOf(run), { limit: limit + fresh.length }) : []
  const shown = [...fresh, ...all.filter(({ id }) => !isNew.has(id))].slice(0, limit)
  const since = await firstFailures(db, plan, run, shown)
  return shown.map((result) => {
    const { id, executedAt, errorMessage, testCase } = result
    return {
      testCase: {
        id: testCase.id,
        ref: testCase.ref,
        name: testCase.name,
        testSuite: { id: testCase.testSuite.id, name: testCase.testSuite.name },
      },
      resultId: id,
      errorMessage,
      isNew: isNew.has(id),
      isQuarantined: quarantined.has(testCase.id),
      since: { testRunId: run.id, runName: runName(run), at: executedAt ?? run.createdAt },
      by: result.executedBy ?? run.createdBy,
      ...since.get(testCase.id),
    }
  })
}

async function firstFailures(
  db: Db,
  plan: Plan,
  run: TestRunListItem,
  results: TestResult[],
): Promise<Map<string, Pick<FailingCase, 'since' | 'by'>>> {
  const ids = results.map(({ testCase }) => testCase.id)
  const until = countedRuns(plan).filter(({ id }) => id <= run.id)
  const firsts = Array.from(await listNewest(db, until, { ids, limit: WINDOW }), ([id, executed]) => {
    const streak = streakOf(executed)
    return { id, first: streak?.newest.run.id === run.id ? streak.first : undefined }
  })
  const known = firsts.flatMap(({ id, first }) => (first ? [{ id, first }] : []))
  const details = await listResultDetails(
    db,
    known.map(({ id, first }) => [first.run.id, id] as const),
  )
  return new Map(
    known.flatMap(({ id, first }) => {
      const detail = details.get(pairKey(first.run.id, id))
      if (!detail) return []
      const since = { testRunId: detail.testRunId, runName: detail.runName, at: first.at }
      return [[id, { since, by: detail.by }]]
    }),
  )
}
