import type { CreatedPasskey, PasskeyOptions, UsedPasskey } from '#shared/auth/passkey.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../database/tables.ts'
import type { FactorRow } from './factors.repository.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

/* Passkeys: WebAuthn with user verification. Challenges are in tickets, so any server can check an answer. */

/** Loaded with the first passkey: it takes half a second and 25 MB. */
const webauthn = () => import('@simplewebauthn/server')

export const PASSKEY_MINUTES = 5
const TIMEOUT_MS = PASSKEY_MINUTES * 60_000

/** EdDSA, ES256 and RS256: every supported version of Node.js verifies them. */
const ALGORITHMS = [-8, -7, -257]

type Asked = { challenge: string; passkeyOptions: PasskeyOptions }

/** Asks a browser to make a passkey, and not on a device that has one of these already. */
export async function askForNewPasskey(ctx: Context, user: UserRow, present: FactorRow[]): Promise<Asked> {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Assay',
    rpID: relyingParty(ctx).host,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email ?? user.name,
    userDisplayName: user.name,
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.flatMap(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge: options.challenge, passkeyOptions: { ...options } }
}

/** Asks a browser for one of these passkeys, or for any of its passkeys of this host. */
export async function askForPasskey(ctx: Context, factors: FactorRow[] = []): Promise<Asked> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).host,
    allowCredentials: factors.flatMap(descriptorOf),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  })
  return { challenge: options.challenge, passkeyOptions: { ...options } }
}

function descriptorOf({ credential_id: id, transports }: FactorRow) {
  return id === null ? [] : [{ id, transports: JSON.parse(transports ?? '[]') as string[] }]
}

/** Whether a factor is a passkey that browsers can use here. */
export const isPasskeyOf = ({ host }: RelyingParty, { kind, relying_party }: FactorRow) =>
  kind === 'passkey' && relying_party === host

type NewPasskey = Pick<FactorRow, 'public_key' | 'transports' | 'relying_party' | 'sign_count'> & {
  credential_id: string
}

/** What is stored of a new passkey. Null unless it was made for this challenge, at this address, by a verified user. */
export async function checkNewPasskey(
  ctx: Context,
  { id, response }: CreatedPasskey,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const { origin, host } = relyingParty(ctx)
  const { transports, ...signed } = response
  const checked = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { credential } = checked.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    transports: JSON.stringify(transports ?? []),
    relying_party: host,
    sign_count: credential.counter,
  }
}

/** The signature counter of a passkey that signed this challenge, at this address, for a verified user. Else null. */
export async function countOfUse(
  ctx: Context,
  factor: FactorRow,
  { id, response }: UsedPasskey,
  challenge: string,
): Promise<number | null> {
  const party = relyingParty(ctx)
  if (!isPasskeyOf(party, factor) || factor.credential_id !== id) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const { userHandle, ...signed } = response
  const isOfUser = !userHandle || Buffer.from(userHandle, 'base64url').toString() === factor.user_id
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    // `usePasskey` compares the counters, in the write that stores the new one.
    credential: { id, publicKey: Uint8Array.from(Buffer.from(factor.public_key ?? '', 'base64url')), counter: 0 },
  }).catch(() => null)
  return checked?.verified && isOfUser ? checked.authenticationInfo.newCounter : null
}
