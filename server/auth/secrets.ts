import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A secret of 256 random bits, safe in URLs and headers. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** SHA-256 in hex. A random secret needs no slow hash. */
export const secretHash = (secret: string) => createHash('sha256').update(secret, 'utf8').digest('hex')

/** Whether a secret has this SHA-256, compared in constant time. */
export function isHashOf(hash: string | null, secret: string): boolean {
  return hash?.length === HASH_LENGTH && timingSafeEqual(Buffer.from(secretHash(secret)), Buffer.from(hash))
}

const HASH_LENGTH = 64

export function secretsAreEqual(left: string, right: string): boolean {
  return isHashOf(secretHash(left), right)
}

/** The digits of base 62. */
export const LETTERS_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Each character has almost 6 random bits. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('')
}
