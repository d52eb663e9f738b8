import { z } from 'zod'
import { string } from '#shared/fields.ts'
import { SearchTestCases } from '#shared/test-cases/search.ts'
import type { CaseResult } from '#shared/test-runs/test-run.ts'
import { asMany } from '../answer-size.ts'
import { tool } from '../door.ts'
import { caseRef, limit, next, project } from '../inputs.ts'
import { projectOf } from '../projects.ts'
import { caseIdsOf, cursorOf, suitesOf } from '../refs.ts'
import { filesShown, startOf, told } from '../shown.ts'

const CASES = 50
const HISTORY = 10

const filter = SearchTestCases.pick({ type: true, priority: true, tag: true }).shape

export const searchCases = tool({
  name: 'search_cases',
  description: 'Find test cases of a project. Conditions combine with AND, values of one list with OR.',
  input: z.strictObject({
    project,
    q: SearchTestCases.shape.q.unwrap().optional().meta({ description: 'Words that all occur in the case' }),
    suite: z.array(string('suite')).max(100).optional().meta({ description: 'Names of suites' }),
    ...filter,
    limit,
    next,
  }),
  answer: async (door, { project: named, suite, next: after, limit: wanted = CASES, ...conditions }) => {
    const found = await projectOf(door, named)
    const { names, idsOf } = await suitesOf(door, found)
    const cursor = await cursorOf(after, async (ref) => (await caseIdsOf(door, found, [ref]))[0])
    const { items, total, hasMore } = await door.listed((calls) =>
      calls.testCases.search({
        id: found.id,
        ...conditions,
        limit: wanted,
        ...(suite && { testSuiteId: idsOf(suite) }),
        ...(cursor !== undefined && { cursor }),
      }),
    )
    const rows = items.map(({ ref, name, type, priority, tags, testSuiteId, steps, automationKey, description }) =>
      told({
        case: ref,
        name,
        suite: names.get(testSuiteId),
        type,
        priority,
        tags,
        steps: steps.length || null,
        automationKey,
        description: startOf(description),
      }),
    )
    const cases = asMany(rows)
    const isMore = hasMore || cases.length < rows.length
    return { total, cases, ...(isMore && { next: items[cases.length - 1]?.ref }) }
  },
})

export const getCase = tool({
  name: 'get_case',
  description: 'One test case with its steps, files and last 10 results.',
  input: z.strictObject({ project, case: caseRef, next }),
  readsOn: true,
  answer: async (door, { project: named, case: ref }) => {
    const found = await projectOf(door, named)
    const testCase = await door.calls.testCases.byRef({ projectId: found.id, ref })
    const [{ names }, results] = await Promise.all([
      suitesOf(door, found),
      door.calls.testCases.results({ id: testCase.id, limit: HISTORY }),
    ])
    const {
      id: _,
      testSuiteId,
      number: _number,
      attachments,
      updatedBy,
      externalKey,
      extras: _extras,
      ...fields
    } = testCase
    const { ref: own, name, ...rest } = fields
    return told({
      case: own,
      name,
      suite: names.get(testSuiteId),
      ...rest,
      externalKey,
      updatedBy: updatedBy?.name,
      files: await filesShown(door, attachments),
      results: results.map(historyShown),
    })
  },
})

/** A result of a case in its history. */
export function historyShown({ testRun, status, flaky, executedAt, errorMessage }: CaseResult) {
  const { ref, branch, environment } = testRun
  return told({ run: ref, status, flaky, at: executedAt, branch, environment, error: startOf(errorMessage) })
}
