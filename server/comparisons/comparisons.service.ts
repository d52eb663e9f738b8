import { hash } from 'node:crypto'
import type { CompareRuns, Comparison, ComparedResult, RunChange } from '#shared/comparisons/comparison.ts'
import { CHANGE_KINDS, type ChangeKind } from '#shared/test-runs/comparison.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { giveWay } from '../limits/give-way.ts'
import { versionOfRun } from '../database/versions.ts'
import { answer, type Version } from '../http/answer.ts'
import { slicePage } from '../http/paging.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.repository.ts'
import { findTestRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { findBase } from './base.ts'
import { listCompared } from './comparisons.repository.ts'
import { type Change, type Differences, differencesOf } from './differences.ts'

/** The number of changes whose results are read at once. Other calls run between batches. */
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
  const { bytes } = await answers.get(JSON.stringify(['differences', ...name, version]), async () => {
    const found = await snapshot(read)
    return { bytes: [Buffer.from(JSON.stringify(found))], isExact: (await latest()) === version }
  })
  return JSON.parse(Buffer.concat(bytes).toString()) as Differences
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
