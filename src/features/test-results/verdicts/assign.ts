import type { TestResult } from '#shared/test-results/test-result.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toastError } from '#src/lib/toast.ts'
import { cacheOf } from '../store/result-cache.ts'
import { showResults } from '../store/show-results.ts'
import { dropAct, hasAct, pushAct } from '../store/undo-stack.ts'

type Assigned = Pick<TestResult, 'id' | 'assignee'>

/**
 * Assigns results to the person that `personOf` names, or to nobody, shown at once. It makes no attempt, so it needs no
 * draft: a failure is reported. Returns whether the results are assigned: the server may refuse, and one may undo.
 */
export async function assign(
  results: readonly TestResult[],
  personOf: (index: number) => TestResult['assignee'],
): Promise<boolean> {
  const [first] = results
  if (!first) return false
  const { testRunId } = first
  const act = { assignees: results.map(({ id, assignee }) => ({ id, assignee })) }
  pushAct(testRunId, act)
  const wanted = results.map(({ id }, index) => ({ id, assignee: personOf(index) }))
  if (await send(testRunId, wanted)) return hasAct(testRunId, act)
  dropAct(testRunId, act)
  return false
}

export const restoreAssignees = async (testRunId: string, before: Assigned[]) => await send(testRunId, before)

async function send(testRunId: string, wanted: Assigned[]): Promise<boolean> {
  const cache = cacheOf(testRunId)
  const known = wanted.flatMap(({ id }) => cache.get(id) ?? [])
  showAssignees(testRunId, wanted)
  try {
    const results = wanted.map(({ id, assignee }) => ({ resultId: id, assigneeId: assignee?.id ?? null }))
    await trpcClient.testResults.setMany.mutate({ testRunId, results })
    return true
  } catch (error) {
    showAssignees(testRunId, known)
    toastError(messageOf(error, 'Failed to save test result'))
    return false
  }
}

function showAssignees(testRunId: string, wanted: Assigned[]): void {
  const cache = cacheOf(testRunId)
  const shown = wanted.flatMap(({ id, assignee }) => {
    const result = cache.get(id)
    return result ? [{ ...result, assignee }] : []
  })
  showResults(testRunId, shown)
}
