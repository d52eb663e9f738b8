import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, linkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { storeJwtSecret } from './settings.repository.ts'
import { type Config, JWT_SECRET_MIN, StartError } from '../config.ts'
import type { Db } from '../database/databases.ts'
import { draftIn } from '../database/draft-files.ts'

/**
 * The secret that signs access tokens: from the configuration, or generated on the first start. It is stored in a file
 * next to the SQLite database, readable by its owner only, or in the PostgreSQL database for all servers. Throws
 * StartError if it can be neither read nor created.
 */
export async function jwtSecret({ JWT_SECRET, DATABASE_URL }: Config, db: Db): Promise<string> {
  if (JWT_SECRET) return JWT_SECRET
  if (!('file' in DATABASE_URL)) return strong(await storeJwtSecret(db, newJwtSecret()), 'the database')
  return strong(secretInFolderOf(DATABASE_URL.file), jwtSecretFile(DATABASE_URL.file))
}

/** Checks stored secrets too: db:move and administrators can store their own. */
function strong(secret: string, place: string): string {
  if (secret.length >= JWT_SECRET_MIN) return secret
  throw new StartError(
    `JWT_SECRET: the one stored in ${place} must be at least ${JWT_SECRET_MIN} characters long; remove it, and a new one is made`,
  )
}

export const jwtSecretFile = (databaseFile: string): string => join(dirname(databaseFile), 'jwt-secret')

function secretInFolderOf(databaseFile: string): string {
  const file = jwtSecretFile(databaseFile)
  try {
    return readSecret(file) ?? createSecret(file)
  } catch (error) {
    throw new StartError(`JWT_SECRET: cannot store a secret in ${file}: ${(error as Error).message}`)
  }
}

export function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a draft and links it to the file: if two servers start at once, both use the first secret. */
function createSecret(file: string): string {
  const draft = draftIn(dirname(file))
  writeFileSync(draft, `${newJwtSecret()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
    unlinkSync(draft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') unlinkSync(draft)
    else renameSync(draft, file)
  }
  return readFileSync(file, 'utf8').trim()
}

const newJwtSecret = () => randomBytes(48).toString('base64url')
