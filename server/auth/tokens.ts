import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'

const LIFETIME_SECONDS = 7 * 24 * 60 * 60
const CACHED_TOKENS = 10_000

export type Claims = { userId: string; tokenVersion: number }
type Verified = Claims & { expiresAtMs: number }

/** Access tokens: JWTs signed with HS256, valid for 7 days or until the user's token version changes. */
export class Tokens {
  readonly #key: KeyObject
  readonly #verified = new Map<string, Verified>()

  constructor(secret: string) {
    this.#key = createSecretKey(Buffer.from(secret, 'utf8'))
  }

  sign({ userId, tokenVersion }: Claims): string {
    return jwt.sign({ ver: tokenVersion }, this.#key, {
      algorithm: 'HS256',
      subject: userId,
      expiresIn: LIFETIME_SECONDS,
    })
  }

  /** The claims of a token, or null when it is forged, malformed or expired. */
  verify(token: string): Claims | null {
    const cached = this.#verified.get(token)
    if (cached) return cached.expiresAtMs > Date.now() ? cached : null
    const read = this.#read(token)
    if (read) this.#cache(token, read)
    return read
  }

  #read(token: string): Verified | null {
    try {
      const payload = jwt.verify(token, this.#key, { algorithms: ['HS256'] })
      if (typeof payload === 'string' || !payload.sub || !payload.exp || typeof payload['ver'] !== 'number') return null
      return { userId: payload.sub, tokenVersion: payload['ver'], expiresAtMs: payload.exp * 1000 }
    } catch {
      return null
    }
  }

  #cache(token: string, claims: Verified): void {
    if (this.#verified.size >= CACHED_TOKENS) this.#verified.clear()
    this.#verified.set(token, claims)
  }
}
