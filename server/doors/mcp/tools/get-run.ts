import { z } from 'zod'
import { MatchResults } from '#shared/test-results/match.ts'
import { RESULTS_BY_ID_MAX } from '#shared/limits.ts'
import { FAILURE_STATUSES, isFailure } from '#shared/test-results/severity.ts'
import { asMany } from '../answer-size.ts'
import { type Door, tool } from '../door.ts'
import { limit, newestRun, nextOffset, project } from '../inputs.ts'
import { projectOf } from '../projects.ts'
import { runIdOf } from '../refs.ts'
import { resultShown, runShown, told } from '../shown.ts'

const RESULTS = 50
const SUITES = 30

export const getRun = tool({
  name: 'get_run',
  description:
    'A run with counts, and its failures; isNew: the case did not fail before on this branch and environment. ' +
    '`status` lists other results.',
  input: z.strictObject({ project, run: newestRun, status: MatchResults.shape.status, limit, next: nextOffset }),
  answer: async (door, { project: named, run: ref, status = [...FAILURE_STATUSES], limit: wanted = RESULTS, next }) => {
    const testRunId = await runIdOf(door, await projectOf(door, named), ref)
    const from = Number(next ?? 0)
    const overview = await door.calls.testRuns.overview({ testRunId })
    const { rows, total } = await resultsOf(door, { testRunId, status, from, count: wanted })
    const results = asMany(rows)
    const read = from + results.length
    const failing = overview.suites.filter(({ summary }) => summary.failed + summary.error > 0)
    return {
      ...runShown(overview),
      ...(from === 0 && {
        failingSuites: failing.slice(0, SUITES).map(({ name, summary }) => suiteShown(name, summary)),
      }),
      total,
      results,
      ...(read < total && { next: String(read) }),
    }
  },
})

const suiteShown = (suite: string, { failed, error, total }: { failed: number; error: number; total: number }) => ({
  suite,
  failures: failed + error,
  total,
})

type Wanted = { testRunId: string; status: z.infer<typeof MatchResults>['status']; from: number; count: number }

async function resultsOf(door: Door, { testRunId, status, from, count }: Wanted) {
  const ids = await matching(door, { testRunId, status })
  const part = ids.slice(from, from + Math.min(count, RESULTS_BY_ID_MAX))
  if (part.length === 0) return { rows: [], total: ids.length }
  const results = await door.calls.testResults.readMany({ testRunId, resultIds: part })
  const newOnes = results.some((result) => isFailure(result.status)) ? await newFailures(door, testRunId) : new Set()
  const rows = results.map((result) => resultShown(result, told({ isNew: newOnes.has(result.id) })))
  return { rows, total: ids.length }
}

/** The ids of failures that are new. */
export async function newFailures(door: Door, testRunId: string): Promise<Set<string>> {
  return new Set(await matching(door, { testRunId, newlyFailed: true }))
}

async function matching({ calls }: Door, input: Parameters<Door['calls']['testResults']['match']>[0]) {
  return (await calls.testResults.match(input)).flatMap(({ resultIds }) => resultIds)
}
