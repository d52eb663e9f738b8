import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret nobody can guess: 256 random bits, safe in URLs and headers. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** SHA-256 in hex: enough to keep a random secret that is only ever looked up. */
export const secretHash = (secret: string) => createHash('sha256').update(secret, 'utf8').digest('hex')

/** Compares two secrets in a time that tells nothing about where they differ. */
export function secretsAreEqual(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(left)), Buffer.from(secretHash(right)))
}
