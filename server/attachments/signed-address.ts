import type { AttachmentAddress } from '#shared/attachments/attachment.ts'
import { secretsAreEqual } from '../auth/secrets.ts'
import type { Services } from '../context.ts'

const LIFETIME_SECONDS = 5 * 60

type Tokens = Services['tokens']

/** An address at which anybody may read the attachment for five minutes. */
export function signAddress(tokens: Tokens, id: string): Pick<AttachmentAddress, 'path' | 'expiresAt'> {
  const expires = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS
  const query = new URLSearchParams({ expires: String(expires), signature: signatureOf(tokens, id, String(expires)) })
  return { path: `/attachments/${id}?${query}`, expiresAt: new Date(expires * 1000).toISOString() }
}

/** The remaining lifetime of an address in seconds; 0 if it is forged or expired. */
export function secondsLeft(tokens: Tokens, id: string, { expires, signature }: Record<string, unknown>): number {
  if (typeof expires !== 'string' || typeof signature !== 'string') return 0
  const left = Number(expires) - Math.floor(Date.now() / 1000)
  return left > 0 && secretsAreEqual(signatureOf(tokens, id, expires), signature) ? left : 0
}

const signatureOf = (tokens: Tokens, id: string, expires: string) =>
  tokens.derive(`attachment ${id} until ${expires}`).toString('base64url')
