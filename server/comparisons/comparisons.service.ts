import type { CompareRuns, Comparison, ComparedResult, RunChange } from '#shared/comparisons/comparison.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { CHANGE_KINDS } from '#shared/test-runs/comparison.ts'
import type { Actor } from '../authorize.ts'
import { type ActorContext, sendPage } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { slicePage } from '../http/paging.ts'
import { listQuarantinedIds } from '../quarantine/quarantine.service.ts'
import { findBaseRun, findTestRun, type FoundRun, type TestRunRow, toTestRun } from '../test-runs/test-runs.service.ts'
import { listCompared } from './comparisons.repository.ts'
import { type Change, differencesOf } from './differences.ts'

/** What changed in a run since another one, by default the last comparable one before it. */
export async function compareRuns(ctx: ActorContext, { testRunId, ...input }: CompareRuns): Promise<Comparison> {
  const { db, actor } = ctx
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const base = input.with === undefined ? await findBaseRun(db, run) : await findOther(db, actor, run, input.with)
  const quarantined = new Set(await listQuarantinedIds(db, run.project_id))
  const { counts, changes } = await differencesOf(db, run, base, quarantined)
  const kinds = CHANGE_KINDS.filter((kind) => input.kind?.includes(kind) ?? true)
  const asked = kinds.flatMap((kind) => changes[kind].map((change) => ({ kind, change })))
  const page = sendPage(ctx, slicePage(asked, input))
  const results = await listCompared(db, [...new Set(page.flatMap(({ change }) => change.filter((id) => id !== null)))])
  const resultOf = (id: Change[number]): ComparedResult | null => {
    const found = id === null ? undefined : results.get(id)
    return found ? { ...found, isQuarantined: quarantined.has(found.testCase.id) } : null
  }
  return {
    with: base && toTestRun(base),
    counts,
    changes: page.map(({ kind, change: [id, before] }): RunChange => ({
      kind,
      result: resultOf(id),
      before: resultOf(before),
    })),
  }
}

/** The other run of a comparison, of the same project. Throws NOT_FOUND or BAD_REQUEST that names `with`. */
async function findOther(db: Db, actor: Actor, run: FoundRun, id: string): Promise<TestRunRow> {
  if (id === run.id) throw badWith('BAD_REQUEST', 'A run cannot be compared with itself')
  const other = await findTestRun(db, actor, id, 'project.read').catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'NOT_FOUND'
      ? badWith('NOT_FOUND', notFound('Test run').message)
      : error
  })
  if (other.project_id !== run.project_id) throw badWith('BAD_REQUEST', 'The run in with is of another project')
  return other
}

function badWith(code: 'BAD_REQUEST' | 'NOT_FOUND', message: string): DomainError {
  return new DomainError(code, message, { issues: [{ path: ['with'], message }] })
}
