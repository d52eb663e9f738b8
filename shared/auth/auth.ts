import { z } from 'zod'
import { Email, NewPassword, Password, name, search } from '../fields.ts'
import { Provider } from './identity.ts'
import { optionalCode } from './proof.ts'
import { PASSWORD_RULES, PasswordPolicy } from './password-policy.ts'
import { User } from '../users/user.ts'

export const SignUp = z.object({
  email: Email,
  password: NewPassword,
  name: name('Name'),
  setupToken: search('setupToken')
    .nullish()
    .meta({ description: 'Makes the first administrator, if the server has a setup token' }),
})
export type SignUp = z.infer<typeof SignUp>

export const SignIn = z.object({
  email: Email,
  password: Password,
  code: optionalCode,
})
export type SignIn = z.infer<typeof SignIn>

export const ChangeProfile = z.object({ name: name('Name') })
export type ChangeProfile = z.infer<typeof ChangeProfile>

export const ResetPassword = z.object({ currentPassword: Password, newPassword: NewPassword })
export type ResetPassword = z.infer<typeof ResetPassword>

export const ForgottenPassword = z.object({ email: Email })
export type ForgottenPassword = z.infer<typeof ForgottenPassword>

export const SetForgottenPassword = z.object({
  token: search('token')
    .meta({ description: 'The part of the link after #' })
    .pipe(z.string().min(1, 'token is required')),
  newPassword: NewPassword,
})
export type SetForgottenPassword = z.infer<typeof SetForgottenPassword>

const mustSetUpFactor = z
  .boolean()
  .optional()
  .meta({ description: 'True if a second factor is required: other calls are refused until one is set up' })

export const SignedUp = z.object({ accessToken: z.string(), user: User, mustSetUpFactor }).meta({ id: 'SignedUp' })
export type SignedUp = z.infer<typeof SignedUp>

export const SignedIn = z
  .object({
    accessToken: z.string(),
    user: User,
    mustResetPassword: z.boolean(),
    mustSetUpFactor,
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

export const PasswordWasReset = z
  .object({ message: z.string(), accessToken: z.string() })
  .meta({ id: 'PasswordWasReset' })
export type PasswordWasReset = z.infer<typeof PasswordWasReset>

export const SignupEnabled = z
  .object({
    signupEnabled: z.boolean(),
    setupTokenNeeded: z
      .boolean()
      .optional()
      .meta({ description: 'True while the first administrator is still to sign up with the setup token' }),
    passwordPolicy: PasswordPolicy.optional().meta({ description: `${PASSWORD_RULES}. Absent: \`spec\`` }),
    passwordsByMail: z
      .boolean()
      .optional()
      .meta({ description: 'Present if the server sends links for forgotten passwords' }),
    providers: Provider.array().optional().meta({ description: 'Present if people may sign in by other providers' }),
  })
  .meta({ id: 'SignupEnabled' })
export type SignupEnabled = z.infer<typeof SignupEnabled>
