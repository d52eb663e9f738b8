import { z } from 'zod'
import { string } from '../fields.ts'

/* What browsers send of a passkey: the JSON of a PublicKeyCredential, of which more fields are ignored. */

const ID_MAX = 1_400
const PART_MAX = 20_000
const TRANSPORTS_MAX = 10

/** Bytes in base64url. */
const bytes = (label: string, max: number) =>
  string(label)
    .min(1, `${label} is required`)
    .max(max, `${label} is too long`)
    .regex(/^[\w-]+=*$/, `${label} must be base64url`)
    .meta({ description: 'As the browser gives it, in base64url' })

const id = bytes('id', ID_MAX)
const clientDataJSON = bytes('clientDataJSON', PART_MAX)
const field = (label: string) => ({
  error: (issue: { input?: unknown }) => (issue.input == null ? `${label} is required` : `${label} must be an object`),
})

/** Of `navigator.credentials.create()`. */
export const CreatedPasskey = z
  .object(
    {
      id,
      response: z
        .object(
          {
            clientDataJSON,
            attestationObject: bytes('attestationObject', PART_MAX),
            transports: z
              .array(string('transports').max(50, 'transports are too long'), { error: 'transports must be a list' })
              .max(TRANSPORTS_MAX, 'transports are too many')
              .nullish()
              .meta({ description: 'How the browser reaches the device' }),
          },
          field('response'),
        )
        .meta({ description: 'As the browser gives it' }),
    },
    field('passkey'),
  )
  .meta({ id: 'CreatedPasskey', description: 'The JSON of what `navigator.credentials.create()` gives' })
export type CreatedPasskey = z.infer<typeof CreatedPasskey>

/** Of `navigator.credentials.get()`. */
export const UsedPasskey = z
  .object(
    {
      id,
      response: z
        .object(
          {
            clientDataJSON,
            authenticatorData: bytes('authenticatorData', PART_MAX),
            signature: bytes('signature', PART_MAX),
            userHandle: string('userHandle').max(ID_MAX, 'userHandle is too long').nullish().meta({
              description: 'Whose passkey it is, as the device says',
            }),
          },
          field('response'),
        )
        .meta({ description: 'As the browser gives it' }),
    },
    field('passkey'),
  )
  .meta({ id: 'UsedPasskey', description: 'The JSON of what `navigator.credentials.get()` gives' })
export type UsedPasskey = z.infer<typeof UsedPasskey>

export const PasskeyOptions = z.record(z.string(), z.unknown()).meta({
  id: 'PasskeyOptions',
  description:
    'For `navigator.credentials`: what `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` of PublicKeyCredential read',
})
export type PasskeyOptions = z.infer<typeof PasskeyOptions>
