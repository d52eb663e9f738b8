import { z } from 'zod'
import { Count, Id, Timestamp, id } from '../fields.ts'
import { PageInput } from '../page.ts'
import { CaseRef, CaseType, NamedSuite } from '../test-cases/test-case.ts'
import { ResultStatus, TestResult } from '../test-results/test-result.ts'
import { CHANGE_KINDS } from '../test-runs/comparison.ts'
import { TestRunListItem } from '../test-runs/test-run.ts'

/** Longer texts of a compared result are cut to this length. */
export const COMPARED_TEXT_MAX = 500

const ChangeKind = z.enum(CHANGE_KINDS, { error: `kind must be one of ${CHANGE_KINDS.join(', ')}` })

export const CompareRuns = PageInput.extend({
  testRunId: id('testRunId'),
  with: id('with')
    .meta({
      description:
        'Id of the run to compare with. Without it, the last ended earlier run with the same branch and environment; ' +
        'if there is none, the last ended earlier run of the project',
    })
    .optional(),
  kind: z
    .array(ChangeKind, { error: 'kind must be a list' })
    .meta({
      description: 'Only changes of one of these kinds. The counts count all of them',
      examples: [['newFailures', 'fixed']],
    })
    .optional(),
})
export type CompareRuns = z.infer<typeof CompareRuns>

const cut = (what: string) => `${what}: its first ${COMPARED_TEXT_MAX} characters`

export const ComparedResult = z
  .object({
    id: Id,
    testRunId: Id,
    status: ResultStatus,
    flaky: z.boolean(),
    executionTimeMs: z.number().nullable(),
    actualValue: z
      .string()
      .nullable()
      .meta({ description: cut('What the test found, as text') }),
    errorMessage: z
      .string()
      .nullable()
      .meta({ description: cut('Why the test could not give a value, or why it failed') }),
    defects: TestResult.shape.defects,
    executedAt: Timestamp.nullable(),
    testCase: z
      .object({
        id: Id,
        ref: CaseRef,
        number: z.string().meta({ description: 'Its position: the number of the suite and of the case, 1.2' }),
        name: z.string(),
        type: CaseType,
        testSuite: NamedSuite,
      })
      .meta({ id: 'ComparedTestCase' }),
    isQuarantined: z.boolean().meta({ description: 'Whether the case is known to be flaky today' }),
  })
  .meta({ id: 'ComparedResult' })
export type ComparedResult = z.infer<typeof ComparedResult>

const counted = (description: string) => Count.meta({ description })

export const ComparisonCounts = z
  .object({
    newFailures: counted('Cases that fail now and did not fail before: they passed, were skipped, pending or absent'),
    fixed: counted('Cases that pass now and failed before'),
    stillFailing: counted('Cases that fail in both runs'),
    added: counted('Cases that only this run has'),
    vanished: counted('Cases that only the other run has'),
    flaky: counted('Cases that passed only after a failure in this run'),
    slower: counted('Cases that took at least twice as long, and at least 500 ms more'),
    unchanged: counted('Cases of both runs without any of these changes'),
    quarantined: counted('Cases that fail now and are known to be flaky; the other counts count them too'),
  })
  .meta({ id: 'ComparisonCounts' })
export type ComparisonCounts = z.infer<typeof ComparisonCounts>

export const RunChange = z
  .object({
    kind: ChangeKind,
    result: ComparedResult.nullable().meta({ description: 'Null for a case that vanished' }),
    before: ComparedResult.nullable().meta({ description: 'The result in the other run; null if it has none' }),
  })
  .meta({ id: 'RunChange' })
export type RunChange = z.infer<typeof RunChange>

export const Comparison = z
  .object({
    with: TestRunListItem.nullable().meta({
      description: 'The other run. Null when there is none: then only failures and flaky results count',
    }),
    counts: ComparisonCounts,
    changes: z.array(RunChange).meta({
      description: 'By kind, in the order of the counts, then by suite and case. A case may have several changes',
    }),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.infer<typeof Comparison>
