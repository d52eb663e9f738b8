import { z } from 'zod'
import { Count, Id, id, ids, optionalPosition } from '../fields.ts'
import { tagList } from './tags.ts'
import { CreateTestCase } from './test-case.ts'
import { CASE_IDS_MAX } from '../limits.ts'

/* Calls about many cases of a project. All or nothing: one unknown case refuses the whole call. */

export const UNDO_HOURS = 24

const caseIds = ids('ids', CASE_IDS_MAX).meta({ description: 'The cases. A repeated id counts once' })

const { shape } = CreateTestCase.pick({ priority: true, type: true, preconditions: true, references: true }).partial()
const CaseChange = z.object(shape, { error: 'set must be an object' }).meta({ id: 'CaseChange' })

const CaseTarget = z
  .object(
    {
      testSuiteId: id('moveTo.testSuiteId'),
      position: optionalPosition('moveTo.position').meta({
        description: 'Where the first of them goes, 1-based; the others move up. Omitted: to the end',
      }),
    },
    { error: 'moveTo must be an object' },
  )
  .meta({ id: 'CaseTarget' })

export const UpdateTestCases = z.object({
  id: id('id'),
  ids: caseIds,
  set: CaseChange.nullish().meta({ description: 'What all of them get. Omitted fields stay' }),
  addTags: tagList('addTags').nullish(),
  removeTags: tagList('removeTags').nullish(),
  moveTo: CaseTarget.nullish().meta({ description: 'Where they go, in the order of `ids`. Omitted: they stay' }),
})
export type UpdateTestCases = z.infer<typeof UpdateTestCases>

export const CasesChanged = z
  .object({
    changed: Count.meta({ description: 'How many of the cases are different now' }),
    changeId: Id.meta({ description: `Undoes the change, for ${UNDO_HOURS} hours` }),
  })
  .meta({ id: 'CasesChanged' })
export type CasesChanged = z.infer<typeof CasesChanged>

export const UndoCaseChange = z.object({ id: id('id'), changeId: id('changeId') })
export type UndoCaseChange = z.infer<typeof UndoCaseChange>

export const CasesUndone = z
  .object({ changed: Count.meta({ description: 'How many cases are again as they were' }) })
  .meta({ id: 'CasesUndone' })
export type CasesUndone = z.infer<typeof CasesUndone>

export const CopyTestCases = z.object({ id: id('id'), ids: caseIds, testSuiteId: id('testSuiteId') })
export type CopyTestCases = z.infer<typeof CopyTestCases>
