import { z } from 'zod'
import { Count, Email, NewPassword, flag, name, optionalFlag } from '../fields.ts'
import { MfaRequired } from '../auth/mfa-required.ts'
import { FACTOR_KINDS } from '../auth/factor.ts'
import { PASSWORD_RULES, PasswordPolicy } from '../auth/password-policy.ts'
import { User } from '../users/user.ts'

export const TEMP_PASSWORD_DAYS = 7

export const AdminStats = z
  .object({ totalUsers: Count, activeUsers: Count, adminUsers: Count, totalProjects: Count })
  .meta({ id: 'AdminStats' })
export type AdminStats = z.infer<typeof AdminStats>

/** A user as administrators see them in the list: also how they sign in. */
export const ListedUser = User.extend({
  hasPassword: z.boolean().meta({ description: 'False if the user signs in by another provider only' }),
  secondFactors: z.enum(FACTOR_KINDS).array().meta({ description: 'The kinds of second factors that the user has' }),
  providers: z.string().array().meta({
    description: 'The names of the providers by which the user signs in; the id of one that is no longer configured',
  }),
}).meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof ListedUser>

/** `sendInvite` has an effect only if the server sends mails. */
export const CreateUser = z.object({
  email: Email,
  name: name('Name'),
  password: NewPassword.nullish(),
  isAdmin: optionalFlag('isAdmin'),
  sendInvite: optionalFlag('sendInvite'),
})
export type CreateUser = z.infer<typeof CreateUser>

/** `tempPassword` is generated when no password was given. No later call returns it. */
export const CreatedUser = User.extend({
  tempPassword: z.string().nullable(),
  isMailed: z.boolean().optional().meta({ description: 'Whether the user is told by mail, if the server sends mails' }),
}).meta({ id: 'CreatedUser' })
export type CreatedUser = z.infer<typeof CreatedUser>

export const Settings = z
  .object({
    signup_enabled: z.boolean(),
    passwordPolicy: PasswordPolicy.optional().meta({ description: `${PASSWORD_RULES}. Absent: \`spec\`` }),
    mfaRequired: MfaRequired.optional().meta({ description: 'Who must have a second factor. Absent: `off`' }),
    mail_enabled: z.boolean().optional().meta({ description: 'Present if the server sends mails' }),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

/** What is not sent stays. */
export const ChangeSettings = z.object({
  passwordPolicy: PasswordPolicy.optional(),
  mfaRequired: MfaRequired.optional(),
})
export type ChangeSettings = z.infer<typeof ChangeSettings>

export const PasswordResetByAdmin = z
  .object({ tempPassword: z.string().meta({ description: 'A generated password. No later call returns it' }) })
  .meta({ id: 'PasswordResetByAdmin' })
export type PasswordResetByAdmin = z.infer<typeof PasswordResetByAdmin>

export const SetSignupEnabled = z.object({ enabled: flag('enabled') })
export type SetSignupEnabled = z.infer<typeof SetSignupEnabled>
