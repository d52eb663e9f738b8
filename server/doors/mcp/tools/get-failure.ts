import { z } from 'zod'
import { notFound } from '#shared/errors.ts'
import type { Attempt, TestResult } from '#shared/test-results/test-result.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { findResultsBy } from '../../../test-results/run-results.repository.ts'
import { type Door, tool } from '../door.ts'
import { caseRef, newestRun, next, project } from '../inputs.ts'
import { projectOf } from '../projects.ts'
import { caseIdsOf, runIdOf } from '../refs.ts'
import { filesShown, startOf, told } from '../shown.ts'
import { historyShown } from './cases.ts'
import { newFailures } from './get-run.ts'

const ATTEMPTS = 5
const HISTORY = 10

export const getFailure = tool({
  name: 'get_failure',
  description:
    'All about the result of a case in a run: message, trace, steps, attempts, whether it is new, its files, and the ' +
    "case's last 10 runs.",
  input: z.strictObject({ project, run: newestRun, case: caseRef, next }),
  readsOn: true,
  answer: async (door, { project: named, run, case: ref }) => {
    const found = await projectOf(door, named)
    const testRunId = await runIdOf(door, found, run)
    const testRun = await door.calls.testRuns.overview({ testRunId })
    const [testCaseId] = (await caseIdsOf(door, found, [ref])) as [string]
    const result = await resultIn(door, testRunId, testCaseId)
    if (!result) throw notFound(`A result of ${ref.toUpperCase()} in ${testRun.ref}`)
    const [attempts, history, fresh, quarantined, files] = await Promise.all([
      door.calls.testResults.attempts({ resultId: result.id, limit: ATTEMPTS, order: 'newest' }),
      door.calls.testCases.results({ id: testCaseId, limit: HISTORY }),
      isFailure(result.status) ? newFailures(door, testRunId) : new Set<string>(),
      door.calls.quarantine.list({ projectId: found.id }),
      filesShown(door, result.attachments),
    ])
    const { ref: runRef, branch, environment, commit, createdAt } = testRun
    return {
      ...told({ run: runRef, branch, environment, commit, startedAt: createdAt }),
      ...caseShown(result),
      ...told({
        isNew: fresh.has(result.id),
        isQuarantined: quarantined.some(({ testCase }) => testCase.id === testCaseId),
      }),
      ...outcomeShown(result),
      ...told({ files, earlierAttempts: attempts.slice(1).map(attemptShown), history: history.map(historyShown) }),
    }
  },
})

async function resultIn({ ctx, calls }: Door, testRunId: string, testCaseId: string): Promise<TestResult | undefined> {
  const [state] = await findResultsBy(ctx.db, testRunId, 'test_case_id', [testCaseId])
  if (!state) return undefined
  return (await calls.testResults.readMany({ testRunId, resultIds: [state.id] }))[0]
}

function caseShown({ ref, testCase }: TestResult) {
  const { name, testSuite, type, priority, tags, references, description, preconditions } = testCase
  const facts = { type, priority, tags, references, description: startOf(description), preconditions }
  return told({ case: ref, name, suite: testSuite.name, ...facts })
}

function outcomeShown(result: TestResult) {
  const { status, flaky, errorMessage, trace, expectedValue, actualValue, notes, defects, steps } = result
  const { executionTimeMs, executedAt, executedBy, assignee, attempts } = result
  return told({
    status,
    flaky,
    errorMessage,
    trace,
    expectedValue,
    actualValue,
    notes,
    defects,
    steps: steps.map(told),
    attempts,
    executionTimeMs,
    executedAt,
    executedBy: executedBy?.name,
    assignee: assignee?.name,
  })
}

function attemptShown({ number, status, errorMessage, actualValue, notes, executionTimeMs, executedAt }: Attempt) {
  const texts = { error: startOf(errorMessage), actualValue: startOf(actualValue), notes: startOf(notes) }
  return told({ number, status, ...texts, executionTimeMs, at: executedAt })
}
