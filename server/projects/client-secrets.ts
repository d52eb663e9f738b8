import { type Deriving, seal, unseal } from '../auth/sealed.ts'
import { secretHash } from '../auth/secrets.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Db } from '../database/databases.ts'

const PURPOSE = 'client secrets'

/** A client secret as it is stored: a hash to compare, and a sealed copy to show. */
export type StoredSecret = { secret_hash: string; sealed_secret: string }

/** Client secrets at rest: hashes to compare, and copies that are sealed with a key derived from the signing secret. */
export class ClientSecrets {
  readonly #tokens: Tokens
  readonly #previous: Deriving | undefined

  constructor(tokens: Tokens) {
    this.#tokens = tokens
    this.#previous = tokens.previous
  }

  toStore(secret: string): StoredSecret {
    return { secret_hash: secretHash(secret), sealed_secret: seal(this.#tokens, PURPOSE, secret) }
  }

  /** Null if the key was lost. The secret works all the same. */
  open(sealed: string): string | null {
    return unseal(this.#tokens, PURPOSE, sealed)
  }

  /** Seals what an earlier version stored as text, and what the previous signing secret sealed. */
  async sealStored(db: Db): Promise<void> {
    const all = db.selectFrom('projects').select(['id', 'secret_hash', 'sealed_secret'])
    const rows = await (this.#previous ? all : all.where('secret_hash', 'is', null)).execute()
    for (const { id, secret_hash, sealed_secret } of rows) {
      const stored = this.#sealAgain(secret_hash, sealed_secret)
      if (!stored) continue
      const same = db.updateTable('projects').set(stored).where('id', '=', id)
      await same.where('sealed_secret', '=', sealed_secret).execute()
    }
  }

  #sealAgain(hash: string | null, sealed: string): StoredSecret | null {
    if (hash === null) return this.toStore(sealed)
    if (!this.#previous || this.open(sealed) !== null) return null
    const secret = unseal(this.#previous, PURPOSE, sealed)
    return secret === null ? null : this.toStore(secret)
  }
}
