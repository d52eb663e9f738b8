import type { TestResult } from '#shared/test-results/test-result.ts'
import { sharesOf } from '#shared/test-runs/shares.ts'
import type { Person } from '#shared/users/user.ts'
import { messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { toastError } from '#src/lib/toast.ts'
import { cacheOf } from '../store/result-cache.ts'
import { showResults } from '../store/show-results.ts'
import { dropAct, hasAct, pushAct } from '../store/undo-stack.ts'

type Assigned = Pick<TestResult, 'id' | 'assignee'>

/*
 * Assignments are shown at once. They make no attempt, so they need no draft: a failure is reported. They resolve to
 * whether the results are assigned: the server may refuse, and one may undo.
 */

/** To a member, or to nobody. */
export const assign = (results: readonly TestResult[], person: TestResult['assignee']): Promise<boolean> =>
  assignEach(results, () => person)

/** Gives each of several members a part, in the order of the results. One act for undo. */
export function share(results: readonly TestResult[], people: readonly Person[]): Promise<boolean> {
  const assignees = sharesOf(results, people.length).flatMap((part, index) => part.map(() => people[index] ?? null))
  return assignEach(results, (index) => assignees[index] ?? null)
}

async function assignEach(
  results: readonly TestResult[],
  personOf: (index: number) => TestResult['assignee'],
): Promise<boolean> {
  const [first] = results
  if (!first) return false
  const { testRunId } = first
  const act = { assignees: results.map(({ id, assignee }) => ({ id, assignee })) }
  pushAct(testRunId, act)
  const wanted = results.map(({ id }, index) => ({ id, assignee: personOf(index) }))
  if (await sendAssignees(testRunId, wanted)) return hasAct(testRunId, act)
  dropAct(testRunId, act)
  return false
}

export async function sendAssignees(testRunId: string, wanted: Assigned[]): Promise<boolean> {
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
