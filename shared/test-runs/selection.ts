import { z } from 'zod'
import { Count, id, ids, string } from '../fields.ts'
import { SearchedText, SUITES_MAX } from '../test-cases/search.ts'
import { NamedCaseType, Priority } from '../test-cases/test-case.ts'
import { CASE_IDS_MAX } from '../limits.ts'
import { RESULT_STATUSES } from '../test-results/result-status.ts'

const NONE = 'No test case is selected'
const VALUES_MAX = 100

/** A list of which one value must match. An empty list selects nothing. */
const anyOf = <T extends z.ZodType>(field: string, value: T) =>
  z
    .array(value, { error: `selection.${field} must be a list` })
    .min(1, NONE)
    .max(VALUES_MAX, `selection.${field} may have at most ${VALUES_MAX} values`)
    .nullish()

const statuses = z
  .array(z.enum(RESULT_STATUSES, { error: `statuses must be some of ${RESULT_STATUSES.join(', ')}` }), {
    error: 'selection.fromRun.statuses must be a list',
  })
  .min(1, NONE)
  .max(RESULT_STATUSES.length, `selection.fromRun.statuses may have at most ${RESULT_STATUSES.length} values`)
  .nullish()

const fromRun = z
  .object(
    {
      id: id('selection.fromRun.id').meta({ description: 'Id of the run, of the same project' }),
      statuses: statuses.meta({ description: 'Omitted: all of them' }),
      assigneeId: id('selection.fromRun.assigneeId')
        .meta({ description: 'Only results that are assigned to this user' })
        .nullish(),
    },
    { error: 'selection.fromRun must be an object' },
  )
  .meta({ id: 'SelectionFromRun' })

/** Selects cases of a project. All conditions must match; of a list, one value. */
export const CaseSelection = z
  .object(
    {
      testCaseIds: ids('selection.testCaseIds', CASE_IDS_MAX, NONE)
        .nullish()
        .meta({ description: 'These cases, in any order' }),
      testSuiteIds: ids('selection.testSuiteIds', SUITES_MAX, NONE)
        .nullish()
        .meta({ description: 'The cases of these suites' }),
      tags: anyOf('tags', string('tag')).meta({ description: 'Cases with one of these tags; capitals do not matter' }),
      priorities: anyOf('priorities', Priority).meta({ description: 'Cases of these priorities' }),
      types: anyOf('types', NamedCaseType).meta({ description: 'Cases of these types' }),
      q: SearchedText.nullish(),
      fromRun: fromRun.nullish().meta({
        description: 'Cases that have such a result in another run. Those that were deleted since are left out',
      }),
    },
    { error: 'selection must be an object' },
  )
  .meta({ id: 'CaseSelection' })
export type CaseSelection = z.infer<typeof CaseSelection>

export const CountSelected = z.object({
  projectId: id('projectId'),
  selection: CaseSelection.nullish().meta({ description: 'Which cases. Omitted: all cases of the project' }),
})
export type CountSelected = z.infer<typeof CountSelected>

export const SelectedCount = z
  .object({ count: Count.meta({ description: 'How many cases a run with this selection would have' }) })
  .meta({ id: 'SelectedCount' })
export type SelectedCount = z.infer<typeof SelectedCount>
