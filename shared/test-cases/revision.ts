import { z } from 'zod'
import { Extras } from '../extras.ts'
import { Id, Timestamp, id, requiredInt } from '../fields.ts'
import { PageInput } from '../page.ts'
import { Person } from '../users/user.ts'
import { CaseContent, Revision } from './test-case.ts'

export const TestCaseRevision = z
  .object({
    revision: Revision,
    changedAt: Timestamp.nullable().meta({
      description: 'When it was made; null for a change before version 11 of the schema, which did not keep it',
    }),
    changedBy: Person.nullable().meta({
      description: "Who made it; null for the project's own credential, and where `changedAt` is null",
    }),
    testSuiteId: Id,
    ...CaseContent.shape,
    extras: Extras,
  })
  .meta({ id: 'TestCaseRevision' })
export type TestCaseRevision = z.infer<typeof TestCaseRevision>

export const ListCaseRevisions = PageInput.extend({ id: id('id') })
export type ListCaseRevisions = z.infer<typeof ListCaseRevisions>

const REVISION_MAX = 1_000_000_000

export const RestoreRevision = z.object({ id: id('id'), revision: requiredInt('revision', 1, REVISION_MAX) })
export type RestoreRevision = z.infer<typeof RestoreRevision>
