import { createHash, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { secretHash } from './secrets.ts'
import type { Session } from '../authorize.ts'

const LIFETIME_SECONDS = 7 * 24 * 60 * 60
const CACHED_TOKENS = 10_000

type Subject = { userId: string; tokenVersion: number }
export type Claims = Subject & { session: Session }
type Verified = Claims & { expiresAtMs: number }

/**
 * Access tokens: JWTs signed with HS256, valid for 7 days. Callers of `verify` also check the user's token version and
 * whether the session has ended.
 */
export class Tokens {
  readonly #key: KeyObject
  readonly #previousKey: KeyObject | undefined
  readonly #verified = new Map<string, Verified>()

  /** @param previous a former secret: tokens signed with it still work */
  constructor(secret: string, previous?: string) {
    this.#key = keyOf(secret)
    this.#previousKey = previous === undefined ? undefined : keyOf(previous)
  }

  sign({ userId, tokenVersion }: Subject): string {
    return jwt.sign({ ver: tokenVersion }, this.#key, {
      algorithm: 'HS256',
      subject: userId,
      jwtid: randomUUID(),
      expiresIn: LIFETIME_SECONDS,
    })
  }

  /** Derives another secret of 32 bytes. Only servers with the same JWT secret can derive it. */
  derive(purpose: string): Buffer {
    return derived(this.#key, purpose)
  }

  /** Derives from the former JWT secret, if there is one. */
  get previous(): Pick<Tokens, 'derive'> | undefined {
    const key = this.#previousKey
    return key && { derive: (purpose) => derived(key, purpose) }
  }

  /** The claims of a token; null if it is forged, malformed or expired. */
  verify(token: string): Claims | null {
    const cached = this.#verified.get(token)
    if (cached) return cached.expiresAtMs > Date.now() ? cached : null
    const read = this.#read(token, this.#key) ?? (this.#previousKey ? this.#read(token, this.#previousKey) : null)
    if (read) this.#cache(token, read)
    return read
  }

  #read(token: string, key: KeyObject): Verified | null {
    try {
      const payload = jwt.verify(token, key, { algorithms: ['HS256'] })
      if (typeof payload === 'string' || !payload.sub || !payload.exp || typeof payload['ver'] !== 'number') return null
      const expiresAtMs = payload.exp * 1000
      const session = { id: payload.jti ?? legacySessionId(token), expiresAt: new Date(expiresAtMs).toISOString() }
      return { userId: payload.sub, tokenVersion: payload['ver'], session, expiresAtMs }
    } catch {
      return null
    }
  }

  #cache(token: string, claims: Verified): void {
    if (this.#verified.size >= CACHED_TOKENS) this.#verified.clear()
    this.#verified.set(token, claims)
  }
}

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret, 'utf8'))

function derived(key: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', Buffer.from(createHash('sha256').update(purpose).digest()), 32))
}

/** Tokens of earlier versions have no id. Those issued to a user within one second are identical. */
const legacySessionId = (token: string) => secretHash(token)
