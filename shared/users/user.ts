import { z } from 'zod'
import { Id, Timestamp, id, search } from '../fields.ts'
import { PageInput } from '../page.ts'

export const User = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    isActive: z.boolean(),
    mustResetPassword: z.boolean(),
    mustSetUpFactor: z
      .boolean()
      .optional()
      .meta({ description: 'In the profile: true if a second factor is required and missing' }),
    hasPassword: z
      .boolean()
      .optional()
      .meta({ description: 'In the profile: false if the user signs in by another provider only' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const UserMatch = z.object({ id: Id, name: z.string(), email: z.string() }).meta({ id: 'UserMatch' })
export type UserMatch = z.infer<typeof UserMatch>

/** The author of an action. The name is stored, so it survives the account. */
export const Person = z.object({ id: Id, name: z.string() }).meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const SearchUsers = z.object({
  email: search('email').optional(),
})
export type SearchUsers = z.infer<typeof SearchUsers>

export const UserProjects = PageInput.extend({ id: id('id') })
export type UserProjects = z.infer<typeof UserProjects>
