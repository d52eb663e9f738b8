import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { RunSummary, TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { z } from 'zod'
import { numbersOf } from '../testrail/numbers.ts'
import type { Door } from './door.ts'

/* How records are shown to agents: without ids, without what is empty. */

/** Leaves out null, '', false, and empty lists. */
export function told(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )
}

const START = 300

/** The start of a text for lists. */
export const startOf = (text: string | null | undefined) =>
  text && text.length > START ? `${text.slice(0, START).toWellFormed()}…` : text

export function runShown(run: TestRunListItem): Record<string, unknown> {
  const { ref, status, description, createdAt, completedAt, durationMs, createdBy, summary } = run
  const { branch, commit, environment, buildUrl, milestone, key } = run
  return told({
    run: ref,
    status,
    description: startOf(description),
    startedAt: createdAt,
    endedAt: completedAt,
    durationMs,
    startedBy: createdBy?.name,
    branch,
    commit,
    environment,
    buildUrl,
    milestone,
    key,
    counts: countsShown(summary),
  })
}

export const countsShown = (summary: z.infer<typeof RunSummary>) =>
  Object.fromEntries(Object.entries(summary).filter(([name, count]) => name === 'total' || count > 0))

/** A result in a list. */
export function resultShown(result: TestResult, marks: Record<string, unknown> = {}): Record<string, unknown> {
  const { ref, testCase, status, errorMessage, actualValue, flaky, executionTimeMs, defects, attachments } = result
  return told({
    case: ref,
    name: testCase.name,
    suite: testCase.testSuite.name,
    status,
    ...marks,
    flaky,
    error: startOf(errorMessage),
    actualValue: errorMessage ? null : startOf(actualValue),
    executionTimeMs,
    defects,
    files: attachments.length || null,
  })
}

/** Files by their numbers, which get_attachment takes. */
export async function filesShown({ ctx }: Door, files: AttachmentItem[]): Promise<Record<string, unknown>[]> {
  const numberOf = await numbersOf(
    ctx,
    'attachment',
    files.map(({ id }) => id),
  )
  return files.map(({ id, name, type, size }) => ({ attachment: `A${numberOf(id)}`, name, type, size }))
}
