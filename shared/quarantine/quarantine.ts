import { z } from 'zod'
import { Timestamp, id, optionalText } from '../fields.ts'
import { formatNumber } from '../format.ts'
import { TEXT_MAX } from '../limits.ts'
import { PageInput } from '../page.ts'
import { NamedCase } from '../test-cases/test-case.ts'
import { Person } from '../users/user.ts'

/** A case that is known to be flaky. Its failures are shown, but counted separately. */
export const QuarantinedCase = z
  .object({
    testCase: NamedCase.meta({ description: 'The case, as it is now' }),
    reason: z.string().nullable().meta({ description: 'Why its failures are not trusted, and who looks into it' }),
    quarantinedAt: Timestamp,
    quarantinedBy: Person.nullable().meta({ description: "Null for the project's own credential" }),
  })
  .meta({ id: 'QuarantinedTestCase' })
export type QuarantinedCase = z.infer<typeof QuarantinedCase>

export const ListQuarantine = PageInput.extend({ projectId: id('projectId') })
export type ListQuarantine = z.infer<typeof ListQuarantine>

export const AddToQuarantine = z.object({
  id: id('id'),
  reason: optionalText('reason').meta({
    description: `Why its failures are not trusted, and who looks into it. Up to ${formatNumber(TEXT_MAX)} characters`,
  }),
})
export type AddToQuarantine = z.infer<typeof AddToQuarantine>
