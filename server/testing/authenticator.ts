import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyOptions, UsedPasskey } from '#shared/auth/passkey.ts'
import type { Caller, TestServer } from './server.ts'

type Options = {
  /** Of the page that asks. */
  origin: string
  /** The host for which it signs. */
  host?: string
  /** Whether it checks who the person is. */
  isVerifying?: boolean
  /** Counts its signatures from here; 0 for one that does not count. */
  count?: number
}

type Key = { id: string; privateKey: KeyObject; userHandle: string }

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString('base64url')

const [PRESENT, VERIFIED, HAS_KEY] = [1, 4, 64]

/** A browser with an authenticator in software, which keeps one passkey. */
export class Authenticator {
  readonly origin: string
  host: string | undefined
  isVerifying: boolean
  count: number
  #key: Key | undefined

  constructor({ origin, host, isVerifying = true, count = 0 }: Options) {
    this.origin = origin
    this.host = host
    this.isVerifying = isVerifying
    this.count = count
  }

  create(asked: PasskeyOptions) {
    const { challenge, rp, user } = asked as { challenge: string; rp: { id: string }; user: { id: string } }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    this.#key = { id: base64url(id), privateKey, userHandle: user.id }
    const length = Buffer.from([0, id.length])
    const authData = Buffer.concat([this.#authData(rp.id, HAS_KEY), Buffer.alloc(16), length, id, coseKey(publicKey)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: this.#key.id,
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    }
  }

  get(asked: PasskeyOptions): UsedPasskey {
    const { challenge, rpId } = asked as { challenge: string; rpId: string }
    if (!this.#key) throw new Error('Nothing was created')
    const { id, privateKey, userHandle } = this.#key
    if (this.count > 0) this.count += 1
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authData(rpId, 0)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
    return {
      id,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle,
      },
    }
  }

  #clientData(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })
  }

  #authData(host: string, more: number): Buffer {
    const flags = PRESENT + (this.isVerifying ? VERIFIED : 0) + more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.count)
    return Buffer.concat([sha256(this.host ?? host), Buffer.from([flags]), count])
  }
}

/** ES256 in COSE: key type, algorithm, curve and the two coordinates. */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const of = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const fields: [number, unknown][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, of(x)],
    [-3, of(y)],
  ]
  return isoCBOR.encode(new Map(fields) as never)
}

/** Adds a passkey to a signed-in person. */
export async function addPasskey(server: TestServer, as: Caller, device: Authenticator, name?: string) {
  const { ticket, passkeyOptions } = (await server.post('/auth/factors/passkey', undefined, as)).body
  const passkey = device.create(passkeyOptions)
  const { status, body } = await server.post('/auth/factors/passkey/confirm', { ticket, passkey, name }, as)
  if (status !== 200) throw new Error(`The passkey was refused: ${body.message}`)
  return { id: body.factor.id as string, recoveryCodes: body.recoveryCodes as string[] }
}
