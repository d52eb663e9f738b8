import { z } from 'zod'
import { ConfirmYourself } from '../auth/factor.ts'
import { Password, Timestamp } from '../fields.ts'
import { User } from '../users/user.ts'

/** People without a password and a second factor send nothing, within ten minutes after they signed in. */
export const EraseMe = ConfirmYourself.extend({
  password: Password.optional().meta({ description: 'Of people who have one, unless they send another proof' }),
})
export type EraseMe = z.infer<typeof EraseMe>

const Held = z.object({
  table: z.string().meta({ description: 'Where it is stored' }),
  rows: z.array(z.record(z.string(), z.unknown())).meta({ description: 'What is stored, without secrets' }),
})

/** Everything stored about a person, without secrets. */
export const PersonalData = z
  .object({
    exportedAt: Timestamp.meta({ description: 'When this was read' }),
    user: User,
    held: z.array(Held).meta({ description: 'What is stored about the person, by table' }),
  })
  .meta({ id: 'PersonalData' })
export type PersonalData = z.infer<typeof PersonalData>
