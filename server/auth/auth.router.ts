import {
  ChangeProfile,
  ForgottenPassword,
  PasswordWasReset,
  ResetPassword,
  SetForgottenPassword,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  SignupEnabled,
} from '#shared/auth/auth.ts'
import {
  ConfirmYourself,
  PasskeyRequest,
  SecondFactor,
  SignInPasskey,
  SignInSecondFactor,
} from '#shared/auth/factor.ts'
import { SignedOut, SignInOidc } from '#shared/auth/identity.ts'
import { Message } from '#shared/message.ts'
import { User } from '#shared/users/user.ts'
import { changeProfile } from '../members/change-profile.ts'
import {
  anyone,
  anyoneWithPassword,
  anyUser,
  compiled,
  restUnder,
  router,
  signedIn,
  userBeforeFactor,
  userBeforeReset,
} from '../trpc.ts'
import { readProfile, readSignUp, resetPassword, signIn, signInSecondFactor, signUp } from './auth.service.ts'
import { confirmYourself, startConfirm } from './factors.service.ts'
import { mailPasswordLink, setForgottenPassword } from './forgotten-password.ts'
import { signInPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { signOutEverywhere } from './sessions.service.ts'
import { signOutAlsoThere } from '../identities/identities.service.ts'
import { completeHeld, signInByIdentity } from '../identities/sign-in.ts'

const rest = restUnder('Auth')

const PROOF =
  'Takes one of `password`, `code` and `passkey`. A passkey needs the `ticket` of `POST /auth/confirm/options`.'

export const authRouter = router({
  signUp: anyoneWithPassword
    .meta(rest('POST /auth/sign-up', 'Sign up', { status: 201, refusals: [403, 429] }))
    .input(compiled(SignUp))
    .output(compiled(SignedUp))
    .mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: anyoneWithPassword
    .meta(rest('POST /auth/sign-in', 'Sign in', { refusals: [403, 429], takesSecondFactor: true }))
    .input(compiled(SignIn))
    .output(compiled(SignedIn))
    .mutation(({ ctx, input }) => signIn(ctx, input)),
  signInSecondFactor: anyone
    .meta(
      rest('POST /auth/sign-in/second-factor', 'Complete a sign-in by a second factor', {
        description: 'Takes one of `code`, `recoveryCode` and `passkey`.',
        refusals: [401, 403, 429],
      }),
    )
    .input(compiled(SignInSecondFactor))
    .output(compiled(SignedIn))
    .mutation(({ ctx, input }) => signInSecondFactor(ctx, input, completeHeld)),
  signInOidc: anyone
    .meta(
      rest('POST /auth/sign-in/oidc', 'Complete a sign-in by another provider', {
        refusals: [403, 409],
        takesSecondFactor: true,
      }),
    )
    .input(compiled(SignInOidc))
    .output(compiled(SignedIn))
    .mutation(({ ctx, input }) => signInByIdentity(ctx, input)),
  startPasskeySignIn: anyone
    .meta(rest('POST /auth/sign-in/passkey/options', 'Begin a sign-in by a passkey alone'))
    .output(compiled(PasskeyRequest))
    .mutation(({ ctx }) => startPasskeySignIn(ctx)),
  signInPasskey: anyone
    .meta(rest('POST /auth/sign-in/passkey', 'Sign in by a passkey alone', { refusals: [401, 429] }))
    .input(compiled(SignInPasskey))
    .output(compiled(SignedIn))
    .mutation(({ ctx, input }) => signInPasskey(ctx, input)),
  startConfirm: userBeforeFactor
    .meta(rest('POST /auth/confirm/options', 'List the second factors by which I can confirm that it is me'))
    .output(compiled(SecondFactor))
    .mutation(({ ctx }) => startConfirm(ctx)),
  confirm: userBeforeFactor
    .meta(
      rest('POST /auth/confirm', 'Confirm that it is me, by the password, a code or a passkey', {
        description: PROOF,
        refusesEmpty: true,
      }),
    )
    .input(compiled(ConfirmYourself))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => confirmYourself(ctx, input)),
  profile: anyUser
    .meta(rest('GET /auth/profile', 'Read the signed-in user'))
    .output(compiled(User))
    .query(({ ctx }) => readProfile(ctx)),
  changeProfile: signedIn
    .meta(rest('PATCH /auth/profile', 'Change my name'))
    .input(compiled(ChangeProfile))
    .output(compiled(User))
    .mutation(({ ctx, input }) => changeProfile(ctx, input)),
  resetPassword: userBeforeReset
    .meta(rest('POST /auth/reset-password', 'Set a new password', { refusals: [429] }))
    .input(compiled(ResetPassword))
    .output(compiled(PasswordWasReset))
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  forgotPassword: anyone
    .meta(rest('POST /auth/forgot-password', 'Send a link for a new password by mail', { refusals: [403] }))
    .input(compiled(ForgottenPassword))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => mailPasswordLink(ctx, input)),
  setForgottenPassword: anyoneWithPassword
    .meta(rest('POST /auth/set-forgotten-password', 'Set a new password by the link of a mail', { refusals: [429] }))
    .input(compiled(SetForgottenPassword))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => setForgottenPassword(ctx, input)),
  signOut: userBeforeReset
    .meta(rest('POST /auth/sign-out', 'Sign out: end the session of this token'))
    .output(compiled(SignedOut))
    .mutation(({ ctx }) => signOutAlsoThere(ctx)),
  signOutEverywhere: userBeforeReset
    .meta(rest('POST /auth/sign-out-everywhere', 'Sign out everywhere: end all of my sessions'))
    .output(compiled(Message))
    .mutation(({ ctx }) => signOutEverywhere(ctx)),
  signupEnabled: anyone
    .meta(rest('GET /auth/signup-enabled', 'Read whether sign-up is open'))
    .output(compiled(SignupEnabled))
    .query(({ ctx }) => readSignUp(ctx)),
})
