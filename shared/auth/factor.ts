import { z } from 'zod'
import { Count, Id, Password, Timestamp, optionalName, search } from '../fields.ts'
import { CreatedPasskey, PasskeyOptions, UsedPasskey } from './passkey.ts'
import { optionalCode, optionalRecoveryCode, optionalTicket } from './proof.ts'
import { FACTOR_METHODS } from './session.ts'

export const RECOVERY_CODES = 10
export const FACTORS_MAX = 10
/** How long a password or a second factor counts as a confirmation. */
export const CONFIRMED_MINUTES = 10

export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

export const Factor = z
  .object({
    id: Id,
    kind: z.enum(FACTOR_KINDS).meta({ description: 'An authenticator app, or a passkey' }),
    name: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({ description: 'When it was last used; null if never' }),
  })
  .meta({ id: 'Factor' })
export type Factor = z.infer<typeof Factor>

/** What a sign-in with a correct password answers, with 401, when it lacks a second factor. */
export const SecondFactor = z
  .object({
    ticket: z.string().meta({ description: 'Stands for the password, once, for five minutes' }),
    methods: z.enum(FACTOR_METHODS).array().meta({ description: 'What the user may send' }),
    passkeyOptions: PasskeyOptions.optional().meta({ description: 'If a passkey is among them' }),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>

export const ticket = z
  .string({ error: 'ticket is required' })
  .min(1, 'ticket is required')
  .max(10_000, 'This ticket is not valid')
  .meta({ description: 'The ticket of the call before' })

export const SignInSecondFactor = z.object({
  ticket,
  code: optionalCode,
  recoveryCode: optionalRecoveryCode,
  passkey: UsedPasskey.nullish(),
})
export type SignInSecondFactor = z.infer<typeof SignInSecondFactor>

/** One of the three. A passkey needs the ticket of confirm/options. */
export const ConfirmYourself = z.object({
  password: Password.nullish(),
  code: optionalCode,
  ticket: optionalTicket,
  passkey: UsedPasskey.nullish(),
})
export type ConfirmYourself = z.infer<typeof ConfirmYourself>

export const PasskeyRequest = z
  .object({
    ticket: z.string().meta({ description: 'For the next call, once, for five minutes' }),
    passkeyOptions: PasskeyOptions,
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const SignInPasskey = z.object({ ticket, passkey: UsedPasskey })
export type SignInPasskey = z.infer<typeof SignInPasskey>

export const ConfirmPasskey = z.object({ ticket, passkey: CreatedPasskey, name: optionalName('Name') })
export type ConfirmPasskey = z.infer<typeof ConfirmPasskey>

export const NewTotp = z
  .object({
    secret: z.string().meta({ description: 'In base 32, to be typed into an app' }),
    uri: z.string().meta({ description: 'The secret as an otpauth address, for a QR code' }),
    ticket: z.string().meta({ description: 'For totp/confirm, for ten minutes' }),
  })
  .meta({ id: 'NewTotp' })
export type NewTotp = z.infer<typeof NewTotp>

export const ConfirmTotp = z.object({
  ticket,
  code: search('code').min(1, 'code is required').meta({ description: 'The 6 digits of the authenticator app' }),
  name: optionalName('Name'),
})
export type ConfirmTotp = z.infer<typeof ConfirmTotp>

export const AddedFactor = z
  .object({
    factor: Factor,
    recoveryCodes: z.string().array().meta({
      description: 'With the first factor of a user, else empty. No later call returns them',
    }),
  })
  .meta({ id: 'AddedFactor' })
export type AddedFactor = z.infer<typeof AddedFactor>

export const RecoveryCodes = z
  .object({ recoveryCodes: z.string().array().meta({ description: 'No later call returns them' }) })
  .meta({ id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const RecoveryCodesLeft = z
  .object({ left: Count.meta({ description: 'How many still work' }) })
  .meta({ id: 'RecoveryCodesLeft' })
export type RecoveryCodesLeft = z.infer<typeof RecoveryCodesLeft>
