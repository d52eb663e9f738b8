import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { secretHash } from './secrets.ts'

const CACHED_TOKENS = 10_000

/** RFC 9068 and RFC 8725: a token says what it is and for whom, so that no other one is taken for it. */
const [TYPE, AUDIENCE] = ['at+jwt', 'assay']

export type Claims = {
  userId: string
  sessionId: string
  expiresAtMs: number
  /** The token version in tokens of earlier versions, whose sessions have no rows; null in others. */
  legacyVersion: number | null
}

type Signed = Pick<Claims, 'userId' | 'sessionId'> & { createdAt: string; expiresAt: string }

/**
 * Access tokens: JWTs signed with HS256. Callers of `verify` also check the session, and that the user's tokens were
 * not revoked.
 */
export class Tokens {
  readonly #key: KeyObject
  readonly #previousKey: KeyObject | undefined
  readonly #verified = new Map<string, Claims>()

  /** @param previous a former secret: tokens signed with it still work */
  constructor(secret: string, previous?: string) {
    this.#key = keyOf(secret)
    this.#previousKey = previous === undefined ? undefined : keyOf(previous)
  }

  sign({ userId, sessionId, createdAt, expiresAt }: Signed): string {
    return jwt.sign({ iat: secondsOf(createdAt), exp: secondsOf(expiresAt) }, this.#key, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: TYPE },
      subject: userId,
      jwtid: sessionId,
      audience: AUDIENCE,
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

  #read(token: string, key: KeyObject): Claims | null {
    try {
      const { header, payload } = jwt.verify(token, key, { algorithms: ['HS256'], complete: true })
      if (typeof payload === 'string' || !payload.sub || !payload.exp) return null
      const read = { userId: payload.sub, expiresAtMs: payload.exp * 1000 }
      if (header.typ === TYPE) {
        if (payload.aud !== AUDIENCE || !payload.jti) return null
        return { ...read, sessionId: payload.jti, legacyVersion: null }
      }
      const { ver } = payload as { ver?: unknown }
      if (typeof ver !== 'number' || payload.aud !== undefined) return null
      return { ...read, sessionId: payload.jti ?? legacySessionId(token), legacyVersion: ver }
    } catch {
      return null
    }
  }

  #cache(token: string, claims: Claims): void {
    if (this.#verified.size >= CACHED_TOKENS) this.#verified.clear()
    this.#verified.set(token, claims)
  }
}

const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1000)

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret, 'utf8'))

function derived(key: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', Buffer.from(createHash('sha256').update(purpose).digest()), 32))
}

/** Tokens of the first versions have no id. Those issued to a user within one second are identical. */
const legacySessionId = (token: string) => secretHash(token)
