import { daysBefore } from '#shared/quality/flaky-score.ts'
import { OVERDUE_DAYS, type QualitySuite, type QualitySuitesInput } from '#shared/quality/quality.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { giveWay } from '../limits/give-way.ts'
import { NO_LIMIT, offsetPage, type Page, rowsToRead } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { catchUp } from './catch-up.ts'
import { readSuiteCounts } from './fold.repository.ts'
import { listSuiteCounts, listSuiteTotals, type SuiteTotals } from './health.repository.ts'
import { countSuites, listSuiteHeads } from './suites.repository.ts'
import { listEndedIds } from './window.repository.ts'

export const GRID_RUNS = 10

/** The cases of one slice: other calls wait for it. */
const CASES_AT_ONCE = 5_000

export async function listQualitySuites(
  ctx: ActorContext,
  { projectId, limit, offset = 0 }: QualitySuitesInput,
): Promise<Page<QualitySuite>> {
  const { db } = ctx
  const project = await findProject(db, ctx.actor, projectId, 'project.read')
  await catchUp(ctx, project.id)
  const runs = await listEndedIds(db, project.id, GRID_RUNS)
  const page = { limit: rowsToRead(limit) ?? NO_LIMIT, offset }
  const suites = await showSuites(db, project.id, { runs, totals: await totalsOf(db, project.id), page })
  return offsetPage(suites, { limit, offset }, await countSuites(db, project.id))
}

/** Reads the totals of all suites in slices. */
export async function totalsOf(db: Db, projectId: string): Promise<Map<string, SuiteTotals>> {
  const overdueAt = daysBefore(new Date(), OVERDUE_DAYS)
  const totals = new Map<string, SuiteTotals>()
  for (let after: string | undefined = ''; after !== undefined; await giveWay()) {
    const parts = await listSuiteTotals(db, { projectId, overdueAt, after, limit: CASES_AT_ONCE })
    for (const part of parts) totals.set(part.suiteId, sumTotals(part, totals.get(part.suiteId)))
    after = parts[0]?.lastRef
  }
  return totals
}

function sumTotals(part: SuiteTotals, before: SuiteTotals | undefined): SuiteTotals {
  if (!before) return part
  const { lastRunAt } = (part.lastRunAt ?? '') > (before.lastRunAt ?? '') ? part : before
  const testCases = part.testCases + before.testCases
  return { suiteId: part.suiteId, testCases, lastRunAt, overdue: part.overdue + before.overdue }
}

type Shown = {
  runs: string[]
  totals: Map<string, SuiteTotals>
  page: { limit: number; offset: number }
}

export async function showSuites(db: Db, projectId: string, { runs, totals, page }: Shown): Promise<QualitySuite[]> {
  const heads = await listSuiteHeads(db, { projectId, ...page })
  const counted = await listSuiteCounts(db, { testRunIds: runs })
  const countsOf = new Map(counted.map(({ id, suites }) => [id, readSuiteCounts(suites)]))
  return heads.map((suite) => {
    const total = totals.get(suite.id)
    return {
      ...suite,
      testCases: total?.testCases ?? 0,
      lastRunAt: total?.lastRunAt ?? null,
      notRunIn14Days: total?.overdue ?? 0,
      cells: runs.map((id) => countsOf.get(id)?.get(suite.id) ?? null),
    }
  })
}
