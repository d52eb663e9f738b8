import type { ComparisonCounts } from '#shared/comparisons/comparison.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  changesOf,
  changesWithoutBase,
  type Compared,
} from '#shared/test-runs/comparison.ts'
import type { Db } from '../database/databases.ts'
import { listPairs, listVanished, type Pair, totalOfRun } from './comparisons.repository.ts'

export type Change = [id: string | null, beforeId: string | null]
export type Differences = { counts: ComparisonCounts; changes: Record<ChangeKind, Change[]> }

/**
 * Compares the results of a run with those of another; without one, lists its failures and flaky results. Call it in a
 * snapshot: it reads both runs in several queries.
 */
export async function differencesOf(
  db: Db,
  run: { id: string },
  base: { id: string } | null,
  quarantined: ReadonlySet<string>,
): Promise<Differences> {
  const changes = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, []])) as unknown as Differences['changes']
  let changed = 0
  let failing = 0
  for (const pair of await pairsOf(db, { run: run.id, base: base?.id ?? '' })) {
    const after = compared(pair.status, pair.flaky, pair.time)
    const before = compared(pair.before_status, pair.before_flaky, pair.before_time)
    const kinds = base ? changesOf(before, after) : changesWithoutBase(after as Compared)
    for (const kind of kinds) changes[kind].push([pair.id, pair.before_id])
    if (after && kinds.length > 0) changed++
    if (after && isFailure(after.status) && quarantined.has(pair.test_case_id)) failing++
  }
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, changes[kind].length]))
  const unchanged = base ? (await totalOfRun(db, run)) - changed : 0
  return { counts: { ...counts, unchanged, quarantined: failing } as ComparisonCounts, changes }
}

async function pairsOf(db: Db, runs: { run: string; base: string }): Promise<Pair[]> {
  const vanished = runs.base === '' ? [] : await listVanished(db, runs)
  const pairs: Pair[] = await listPairs(db, runs)
  for (const row of vanished) pairs.push({ id: null, status: null, flaky: null, time: null, ...row })
  return pairs.toSorted(inOrder)
}

function compared(status: Pair['status'], flaky: number | null, time: number | null): Compared | null {
  return status === null ? null : { status, flaky: flaky === 1, executionTimeMs: time }
}

/** Two suites may have the same number, one in each run. */
function inOrder(a: Pair, b: Pair): number {
  return a.suite_number - b.suite_number || a.number - b.number || (a.test_case_id < b.test_case_id ? -1 : 1)
}
