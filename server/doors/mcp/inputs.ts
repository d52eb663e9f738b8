import { z } from 'zod'
import { optionalFlag, optionalInt, string } from '#shared/fields.ts'
import { GetCaseByRef } from '#shared/test-cases/case-ref.ts'

/* Fields that tools share. Records are named by their refs (C12, R5, A7), never by ids. */

export const project = string('project').optional().meta({ description: 'Its name. Needed if you have several' })

const invalidRun = 'run must be R and a number, such as R5'
export const runRef = z.string({ error: invalidRun }).regex(/^[Rr][1-9]\d{0,8}$/, invalidRun)

export const run = runRef.meta({ description: 'R5' })

export const newestRun = runRef.optional().meta({ description: 'R5; without it the newest' })

export const caseRef = GetCaseByRef.shape.ref.meta({ description: 'C12' })

export const limit = optionalInt('limit', 1, 100)

export const next = z
  .string({ error: 'next must be text' })
  .max(300, 'next must be the one that this tool answered')
  .optional()
  .meta({ description: '`next` of the answer before' })

/** For lists that are read by offset. */
export const nextOffset = next.refine(
  (given) => given === undefined || /^\d{1,9}$/.test(given),
  'next must be the one that this tool answered',
)

export const dryRun = optionalFlag('dryRun').meta({ description: 'true: change nothing, say what it would do' })
