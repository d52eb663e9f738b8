import { type Counted, type Summary, SUMMARY_COUNTS, summaryChange } from '#shared/test-runs/summary.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** Keeps the summary of a run equal to a count of its results. `before` is null for a result that joins the run. */
export async function updateSummary(
  db: Db,
  testRunId: string,
  changes: Iterable<{ before: Counted | null; after: Counted }>,
): Promise<void> {
  const change = summaryChange(changes)
  if (SUMMARY_COUNTS.some((count) => change[count] !== 0)) await addToSummary(db, { testRunId, ...change })
}

export const addToSummary = prepared((db, param: Param<Summary & { testRunId: string }>) =>
  db
    .updateTable('test_runs')
    .set((eb) => Object.fromEntries(SUMMARY_COUNTS.map((count) => [count, eb(count, '+', param(count))])))
    .where('id', '=', param('testRunId')),
)

/** Empty for a deleted run. */
export const summaryOfRun = prepared<{ testRunId: string }, Summary>((db, param) =>
  db.selectFrom('test_runs').select(SUMMARY_COUNTS).where('id', '=', param('testRunId')),
)
