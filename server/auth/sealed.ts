import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Tokens } from './tokens.ts'

/* Secrets that must be read again, encrypted at rest with a key that derives from the secret of access tokens. */

const [CIPHER, IV_BYTES, TAG_BYTES] = ['aes-256-gcm', 12, 16] as const

/** The form of what is stored, so that another one can follow. */
const FORM = '1.'

export type Deriving = Pick<Tokens, 'derive'>

/** Encrypts a text. What is sealed for one purpose opens for no other. */
export function seal(tokens: Deriving, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyFor(tokens, purpose), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return FORM + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Null if it was sealed with another secret or for another purpose, or was changed. */
export function unseal(tokens: Deriving, purpose: string, sealed: string): string | null {
  if (!sealed.startsWith(FORM)) return null
  const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url')
  const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, keyFor(tokens, purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** As `unseal`, for what was perhaps sealed with the previous secret. */
export function unsealWithPrevious(
  tokens: Pick<Tokens, 'derive' | 'previous'>,
  purpose: string,
  sealed: string,
): string | null {
  return unseal(tokens, purpose, sealed) ?? (tokens.previous ? unseal(tokens.previous, purpose, sealed) : null)
}

const keys = new WeakMap<Deriving, Map<string, KeyObject>>()

/** Derived once for each purpose, of which there are few: a list of projects opens a secret for each of them. */
function keyFor(tokens: Deriving, purpose: string): KeyObject {
  const known = keys.get(tokens) ?? new Map<string, KeyObject>()
  keys.set(tokens, known)
  const key = known.get(purpose) ?? createSecretKey(tokens.derive(`sealed ${purpose}`))
  known.set(purpose, key)
  return key
}
