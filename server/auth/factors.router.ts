import {
  AddedFactor,
  ConfirmPasskey,
  ConfirmTotp,
  Factor,
  PasskeyRequest,
  NewTotp,
  RecoveryCodes,
  RecoveryCodesLeft,
} from '#shared/auth/factor.ts'
import { IdInput } from '#shared/fields.ts'
import { Message } from '#shared/message.ts'
import { admin, compiled, restUnder, router, userBeforeFactor } from '../trpc.ts'
import {
  confirmPasskey,
  confirmTotp,
  createRecoveryCodes,
  listMyFactors,
  readRecoveryCodes,
  removeFactor,
  resetFactors,
  startPasskey,
  startTotp,
} from './factors.service.ts'

const rest = restUnder('Auth')

export const factorsRouter = router({
  list: userBeforeFactor
    .meta(rest('GET /auth/factors', 'List my second factors'))
    .output(compiled(Factor.array()))
    .query(({ ctx }) => listMyFactors(ctx)),
  startTotp: userBeforeFactor
    .meta(rest('POST /auth/factors/totp', 'Begin to add an authenticator app'))
    .output(compiled(NewTotp))
    .mutation(({ ctx }) => startTotp(ctx)),
  confirmTotp: userBeforeFactor
    .meta(rest('POST /auth/factors/totp/confirm', 'Add an authenticator app by its first code', { refusals: [409] }))
    .input(compiled(ConfirmTotp))
    .output(compiled(AddedFactor))
    .mutation(({ ctx, input }) => confirmTotp(ctx, input)),
  startPasskey: userBeforeFactor
    .meta(rest('POST /auth/factors/passkey', 'Begin to add a passkey', { refusals: [409] }))
    .output(compiled(PasskeyRequest))
    .mutation(({ ctx }) => startPasskey(ctx)),
  confirmPasskey: userBeforeFactor
    .meta(rest('POST /auth/factors/passkey/confirm', 'Add the passkey that the browser made', { refusals: [409] }))
    .input(compiled(ConfirmPasskey))
    .output(compiled(AddedFactor))
    .mutation(({ ctx, input }) => confirmPasskey(ctx, input)),
  remove: userBeforeFactor
    .meta(rest('DELETE /auth/factors/{id}', 'Remove one of my second factors'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => removeFactor(ctx, input)),
  recoveryCodes: userBeforeFactor
    .meta(rest('GET /auth/recovery-codes', 'Count the recovery codes that are left'))
    .output(compiled(RecoveryCodesLeft))
    .query(({ ctx }) => readRecoveryCodes(ctx)),
  createRecoveryCodes: userBeforeFactor
    .meta(rest('POST /auth/recovery-codes', 'Make new recovery codes', { refusals: [409] }))
    .output(compiled(RecoveryCodes))
    .mutation(({ ctx }) => createRecoveryCodes(ctx)),
  reset: admin
    .meta(rest('POST /admin/users/{id}/reset-factors', 'Remove the second factors of a user who lost them'))
    .input(compiled(IdInput))
    .output(compiled(Message))
    .mutation(({ ctx, input }) => resetFactors(ctx, input)),
})
