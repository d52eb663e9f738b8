import { z } from 'zod'
import { Count, Id, Timestamp, id, ids, search } from '../fields.ts'
import { NAME_MAX } from '../limits.ts'
import { Message } from '../message.ts'
import { CursorInput } from '../page.ts'
import { Person } from '../users/user.ts'

/** The maximum number of cases in one call. */
const DELETED_CASES_MAX = 5_000
/** A list shows at most this many cases of a deletion; `testCaseCount` counts all of them. */
export const SHOWN_CASES_MAX = 100

const DeletedSuite = z.object({ id: Id, name: z.string(), testCaseCount: Count }).meta({ id: 'DeletedTestSuite' })

const DeletedCase = z
  .object({ id: Id, ref: z.string(), name: z.string(), testSuiteId: Id, suiteName: z.string() })
  .meta({ id: 'DeletedTestCase' })
export type DeletedCase = z.infer<typeof DeletedCase>

export const Deletion = z
  .object({
    id: Id,
    deletedAt: Timestamp,
    deletedBy: Person.nullable(),
    testSuites: z.array(DeletedSuite),
    testCases: z.array(DeletedCase).meta({
      description: `The first ${SHOWN_CASES_MAX}, those of the suites included; with \`q\`, of those that match`,
    }),
    testCaseCount: Count.meta({ description: 'How many cases it has, those of the suites included' }),
  })
  .meta({ id: 'Deletion' })
export type Deletion = z.infer<typeof Deletion>

export const Deleted = Message.extend({ deletionId: Id }).meta({ id: 'Deleted' })
export type Deleted = z.infer<typeof Deleted>

export const DeleteTestCases = z.object({ id: id('id'), ids: ids('ids', DELETED_CASES_MAX) })
export type DeleteTestCases = z.infer<typeof DeleteTestCases>

export const DeletedCases = z.object({ deleted: Count, deletionId: Id }).meta({ id: 'DeletedTestCases' })
export type DeletedCases = z.infer<typeof DeletedCases>

export const ListDeletions = CursorInput.extend({
  id: id('id'),
  q: search('q')
    .meta({
      description:
        'Only deletions of a case or suite in which every word occurs, in the name, the ref or the suite. Capitals do ' +
        `not matter. Up to ${NAME_MAX} characters`,
    })
    .optional(),
})
export type ListDeletions = z.infer<typeof ListDeletions>

export const DeletionInput = z.object({ id: id('id'), deletionId: id('deletionId') })
export type DeletionInput = z.infer<typeof DeletionInput>

export const Restored = z
  .object({ restored: Count.meta({ description: 'How many cases are back; 0 for a suite without cases' }) })
  .meta({ id: 'Restored' })
export type Restored = z.infer<typeof Restored>
