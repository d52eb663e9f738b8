import {
  PasswordWasReset,
  ResetPassword,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  SignupEnabled,
} from '#shared/auth/auth.ts'
import { User } from '#shared/users/user.ts'
import { anyone, compiled, router, userBeforeReset } from '../trpc.ts'
import { toUser } from '../users/users.service.ts'
import { isSignupEnabled, resetPassword, signIn, signUp } from './auth.service.ts'

const tags = ['Auth']

export const authRouter = router({
  signUp: anyone
    .meta({
      openapi: { method: 'POST', path: '/auth/sign-up', tags, summary: 'Sign up' },
      status: 201,
      refusals: [409],
    })
    .input(compiled(SignUp))
    .output(compiled(SignedUp))
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: anyone
    .meta({ openapi: { method: 'POST', path: '/auth/sign-in', tags, summary: 'Sign in' }, refusals: [429] })
    .input(compiled(SignIn))
    .output(compiled(SignedIn))
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  profile: userBeforeReset
    .meta({ openapi: { method: 'GET', path: '/auth/profile', tags, summary: 'Read the signed-in user' } })
    .output(compiled(User))
    .query(({ ctx }) => toUser(ctx.actor.user)),
  resetPassword: userBeforeReset
    .meta({
      openapi: { method: 'POST', path: '/auth/reset-password', tags, summary: 'Set a new password' },
      refusals: [429],
    })
    .input(compiled(ResetPassword))
    .output(compiled(PasswordWasReset))
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  signupEnabled: anyone
    .meta({ openapi: { method: 'GET', path: '/auth/signup-enabled', tags, summary: 'Read whether sign-up is open' } })
    .output(compiled(SignupEnabled))
    .query(async ({ ctx }) => ({ signupEnabled: await isSignupEnabled(ctx.db) })),
})
