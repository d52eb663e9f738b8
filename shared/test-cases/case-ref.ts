import { z } from 'zod'
import { id } from '../fields.ts'

const invalid = 'ref must be C and a number, such as C12'

export const GetCaseByRef = z.object({
  projectId: id('projectId'),
  ref: z
    .string({ error: invalid })
    .regex(/^[Cc][1-9]\d{0,8}$/, invalid)
    .meta({ description: "The case's short name in its project", examples: ['C12'] }),
})
export type GetCaseByRef = z.infer<typeof GetCaseByRef>

export const deletedMessage = (ref: string) => `Test case ${ref} was deleted`

export const CLAIMED_NUMBER_MAX = 99_999_999
