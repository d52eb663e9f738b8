import type { Db } from '../database/databases.ts'
import { differencesOf } from '../comparisons/comparisons.service.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.repository.ts'
import { findBaseRun } from '../test-runs/comparable-runs.repository.ts'
import type { TestRunRow } from '../test-runs/test-runs.repository.ts'
import { withoutCases } from './facts.repository.ts'

/** What is new in a run, compared with the run before it. `ids` are of results; quarantined cases are no news. */
export async function newFailuresOf(db: Db, run: TestRunRow) {
  const base = await findBaseRun(db, run)
  const quarantined = await listQuarantinedIds(db, run.project_id)
  const { counts, changes } = await differencesOf(db, run, base, new Set(quarantined))
  const found = changes.newFailures.flatMap(([result]) => result ?? [])
  return { base, counts, ids: await withoutCases(db, found, quarantined) }
}
