import type { NewFailure } from '#shared/notifications/event.ts'
import type { Db } from '../../database/databases.ts'
import { giveWay } from '../../limits/give-way.ts'
import { listFailures } from '../../notifications/facts.repository.ts'
import { verdictOf } from '../../notifications/message.ts'
import { newFailuresOf } from '../../notifications/new-failures.ts'
import { type TestRunRow, toTestRun } from '../../test-runs/test-runs.repository.ts'
import { countEnded, listEnded, listOpen, listProjectsOf, type Period, wasAssigned } from './digests.repository.ts'

type Failure = Pick<NewFailure, 'ref' | 'name'> & { suite: string }
type RunNews = { run: TestRunRow; verdict: string; newFailures: number; named: Failure[] }
type Open = { ref: string; count: number }

export type ProjectNews = {
  project: { id: string; name: string }
  /** All runs that ended in the period, and those with failures. */
  ended: number
  failing: number
  /** Those with new failures first, then the newest. */
  runs: RunNews[]
  /** Results of the person, by run. */
  open: Open[]
}

/** Comparing a run takes long, so at most so many of a project are compared, the newest. */
const COMPARED_MAX = 30
const NAMED_MAX = 10

/** Comparisons of runs, which the digests of the members share. */
export type Comparisons = Map<string, Promise<RunNews>>

/** What a person is told of a period. Null if nothing has happened. */
export async function readDigest(
  db: Db,
  userId: string,
  period: Period,
  comparisons: Comparisons,
): Promise<ProjectNews[] | null> {
  const projects = await listProjectsOf(db, userId)
  const openByProject = Map.groupBy(await listOpen(db, userId), (run) => run.project_id)
  const news: ProjectNews[] = []
  for (const project of projects) {
    const { ended, failing } = await countEnded(db, project.id, period)
    const runs = ended > 0 ? await compareEnded(db, project.id, period, comparisons) : []
    const open = (openByProject.get(project.id) ?? []).map(({ ref, count }) => ({ ref, count }))
    if (ended > 0 || open.length > 0) news.push({ project, ended, failing, runs, open })
  }
  const hasEnded = news.some(({ ended }) => ended > 0)
  const ids = news.map(({ project }) => project.id)
  return hasEnded || (ids.length > 0 && (await wasAssigned(db, userId, ids, period))) ? news : null
}

async function compareEnded(db: Db, projectId: string, period: Period, comparisons: Comparisons): Promise<RunNews[]> {
  const runs: RunNews[] = []
  for (const run of await listEnded(db, projectId, period, COMPARED_MAX)) {
    const compared = comparisons.get(run.id) ?? newsOf(db, run)
    comparisons.set(run.id, compared)
    runs.push(await compared)
    await giveWay()
  }
  return runs.toSorted((one, other) => Number(other.newFailures > 0) - Number(one.newFailures > 0))
}

async function newsOf(db: Db, run: TestRunRow): Promise<RunNews> {
  const { base, counts, ids } = await newFailuresOf(db, run)
  const failures = await listFailures(db, ids.slice(0, NAMED_MAX))
  const named = failures.map(({ ref, name, suite_name: suite }) => ({ ref, name, suite }))
  const verdict = verdictOf(toTestRun(run), base && { ...counts, newFailures: ids.length })
  return { run, verdict, newFailures: ids.length, named }
}
