import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Db } from '../database/databases.ts'
import { seal, unseal, unsealWithPrevious } from './sealed.ts'
import type { Tokens } from './tokens.ts'

/* Codes of authenticator apps: RFC 6238 with SHA-1, 6 digits and 30 seconds, which every app knows. */

const PURPOSE = 'seeds of authenticator apps'
const ISSUER = 'Assay'
/** How wrong the clock of a device may be. */
const TOLERANCE_SECONDS = 10

/** 160 random bits in base 32. */
export const newSeed = () => generateSecret()

/** What apps read from a QR code. */
export const seedUri = (seed: string, account: string) => generateURI({ issuer: ISSUER, label: account, secret: seed })

/** The time step of a correct code; null for a wrong one, and for one not after `usedStep`. */
export function stepOf(seed: string, code: string, usedStep: number | null): number | null {
  const token = code.normalize('NFKC').replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const after = usedStep === null ? {} : { afterTimeStep: usedStep }
  const checked = verifySync({ secret: seed, token, epochTolerance: TOLERANCE_SECONDS, ...after })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : null
}

export const sealSeed = (tokens: Tokens, seed: string) => seal(tokens, PURPOSE, seed)

/** Null if the signing secret was lost. */
export const openSeed = (tokens: Tokens, sealed: string) => unsealWithPrevious(tokens, PURPOSE, sealed)

/** Seals seeds again that the previous signing secret sealed. */
export async function sealSeedsAgain(db: Db, tokens: Tokens): Promise<void> {
  if (!tokens.previous) return
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'sealed_seed'])
    .where('sealed_seed', 'is not', null)
    .execute()
  for (const { id, sealed_seed: sealed } of rows) {
    if (sealed === null || unseal(tokens, PURPOSE, sealed) !== null) continue
    const seed = openSeed(tokens, sealed)
    if (seed === null) continue
    await db
      .updateTable('factors')
      .set({ sealed_seed: sealSeed(tokens, seed) })
      .where('id', '=', id)
      .execute()
  }
}
