import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 256 random bits, safe in URLs and headers. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** SHA-256 in hex. A random secret needs no slow hash. */
export const secretHash = (secret: string) => createHash('sha256').update(secret, 'utf8').digest('hex')

export function secretsAreEqual(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(left)), Buffer.from(secretHash(right)))
}
