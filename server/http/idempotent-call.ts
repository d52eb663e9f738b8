import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import type { Services } from '../context.ts'

/** A call that is made once: its caller, its Idempotency-Key and the digest of its request, as they are stored. */
export type Once = { caller: string; key: string; request: string }

/** A call whose answer is stored encrypted. */
type Sealed = Once & { close: (answer: unknown) => string; open: (stored: string) => unknown }

export function openCall(caller: string, key: string, request: unknown): Once {
  return { caller, key, request: createHash('sha256').update(JSON.stringify(request)).digest('hex') }
}

const [CIPHER, IV_BYTES, TAG_BYTES] = ['aes-256-gcm', 12, 16] as const

/**
 * The answer is encrypted, and the request is hashed with a secret: it may hold a password. Both secrets derive from
 * the caller's key, which is not stored, and from the server's own secret.
 */
export function sealedCall(tokens: Services['tokens'], caller: string, key: string, request: unknown): Sealed {
  const derive = (purpose: string) => tokens.derive(`idempotency ${purpose}\n${caller}\n${key}`)
  return {
    caller,
    key: `sealed ${derive('key').toString('base64url')}`,
    request: createHmac('sha256', derive('request')).update(JSON.stringify(request)).digest('hex'),
    close: (answer) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, derive('answer'), iv)
      const encrypted = [cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64url')
    },
    open: (stored) => {
      const bytes = Buffer.from(stored, 'base64url')
      const decipher = createDecipheriv(CIPHER, derive('answer'), bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
      return JSON.parse(Buffer.concat(text).toString('utf8'))
    },
  }
}
