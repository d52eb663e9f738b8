import { hash } from 'node:crypto'
import type {
  ComparedResult,
  CompareRuns,
  Comparison,
  ComparisonCounts,
  RunChange,
} from '#shared/comparisons/comparison.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  changesOf,
  changesWithoutBase,
  type Compared,
} from '#shared/test-runs/comparison.ts'
import type { Actor } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { versionOfRun } from '../database/versions.ts'
import { answer, type Version } from '../http/answer.ts'
import { slicePage } from '../http/paging.ts'
import { giveWay } from '../limits/give-way.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.repository.ts'
import { findBaseRun } from '../test-runs/comparable-runs.repository.ts'
import { findTestRun, type FoundRun, type TestRunRow, toTestRun } from '../test-runs/test-runs.repository.ts'
import { listCompared, listPairs, listVanished, type Pair, totalOfRun } from './comparisons.repository.ts'

const CHANGES_AT_ONCE = 500

export async function compareRuns(ctx: ActorContext, { testRunId, ...input }: CompareRuns): Promise<Comparison> {
  const { db, actor } = ctx
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const base = await findBase(db, actor, run, input.with)
  const quarantined = await listQuarantinedIds(db, run.project_id)
  const versionOf = async () => versionFrom(await versionOfRun(db, run.id), base && (await versionOfRun(db, base.id)))
  const versionFrom = (...runs: unknown[]) => hash('sha256', JSON.stringify([runs, quarantined]), 'base64url')
  const compared = {
    name: ['comparison', run.id, base?.id ?? null],
    current: () => versionFrom(run.version, base && base.version),
    latest: versionOf,
  }
  const { counts, changes } = await differences(ctx, compared, (snapshot) =>
    differencesOf(snapshot, run, base, new Set(quarantined)),
  )
  const kinds = CHANGE_KINDS.filter((kind) => input.kind?.includes(kind) ?? true)
  const page = slicePage(
    kinds.flatMap((kind) => changes[kind].map((change) => ({ kind, change }))),
    input,
  )
  ctx.reply.page = page
  return await answer(ctx, {
    version: { ...compared, name: [...compared.name, kinds, input.limit, input.offset] },
    read: async () => ({
      with: base && toTestRun(base),
      counts,
      changes: await readChanges(db, page.items, new Set(quarantined)),
    }),
  })
}

/** The differences, which all pages share, from the cache of answers. */
async function differences(
  { answers, snapshot }: ActorContext,
  { name, current, latest }: Required<Version>,
  read: (db: Db) => Promise<Differences>,
): Promise<Differences> {
  const version = await current()
  let later: Differences | undefined
  const kept = await answers.get(JSON.stringify(['differences', ...name]), version, async () => {
    const found = await snapshot(read)
    if ((await latest()) === version) return [Buffer.from(JSON.stringify(found))]
    later = found
    return undefined
  })
  return kept ? (JSON.parse(Buffer.concat(kept).toString()) as Differences) : (later ?? (await snapshot(read)))
}

type KindOfChange = { kind: ChangeKind; change: Change }

/** The changes with their results, without those of a run that was deleted meanwhile. */
async function readChanges(db: Db, all: KindOfChange[], quarantined: ReadonlySet<string>): Promise<RunChange[]> {
  const read: RunChange[] = []
  for (let from = 0; from < all.length; from += CHANGES_AT_ONCE) {
    const part = all.slice(from, from + CHANGES_AT_ONCE)
    const ids = new Set(part.flatMap(({ change }) => change.filter((id) => id !== null)))
    const results = await listCompared(db, [...ids])
    const resultOf = (id: string | null): ComparedResult | null => {
      const found = id === null ? undefined : results.get(id)
      return found ? { ...found, isQuarantined: quarantined.has(found.testCase.id) } : null
    }
    for (const { kind, change } of part) {
      const [result, before] = change.map(resultOf) as [ComparedResult | null, ComparedResult | null]
      if (result ?? before) read.push({ kind, result, before })
    }
    await giveWay()
  }
  return read
}

/**
 * The run to compare with: the one with this id, or else the last comparable run before. Null if no run came before.
 * Throws NOT_FOUND or BAD_REQUEST about `with`.
 */
async function findBase(db: Db, actor: Actor, run: FoundRun, id: string | undefined): Promise<TestRunRow | null> {
  if (id === undefined) return await findBaseRun(db, run)
  if (id === run.id) throw badWith('BAD_REQUEST', 'A run cannot be compared with itself')
  const base = await findTestRun(db, actor, id, 'project.read').catch((error: unknown) => {
    const isUnknown = error instanceof DomainError && error.code === 'NOT_FOUND'
    throw isUnknown ? badWith('NOT_FOUND', notFound('Test run').message) : error
  })
  if (base.project_id !== run.project_id) throw badWith('BAD_REQUEST', 'Runs of different projects cannot be compared')
  return base
}

function badWith(code: 'BAD_REQUEST' | 'NOT_FOUND', message: string): DomainError {
  return new DomainError(code, message, { issues: [{ path: ['with'], message }] })
}

type Change = [id: string | null, beforeId: string | null]
type Differences = { counts: ComparisonCounts; changes: Record<ChangeKind, Change[]> }

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
