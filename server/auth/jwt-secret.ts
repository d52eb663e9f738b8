import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, linkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { keepJwtSecret } from './settings.repository.ts'
import { type Config, StartError } from '../config.ts'
import type { Db } from '../database/databases.ts'

/**
 * The secret that signs access tokens: the configured one, or else one made on the first start. It is kept beside a
 * database file, readable by its owner only, and in PostgreSQL itself, where every server finds it. Throws
 * StartError when it can be neither read nor made.
 */
export async function jwtSecret({ JWT_SECRET, DATABASE_URL }: Config, db: Db): Promise<string> {
  if (JWT_SECRET) return JWT_SECRET
  return 'file' in DATABASE_URL ? secretBeside(DATABASE_URL.file) : await keepJwtSecret(db, newJwtSecret())
}

/** The file in which the secret of a database file is kept. */
export const jwtSecretFile = (databaseFile: string): string => join(dirname(databaseFile), 'jwt-secret')

function secretBeside(databaseFile: string): string {
  const file = jwtSecretFile(databaseFile)
  try {
    return readSecret(file) ?? makeSecret(file)
  } catch (error) {
    throw new StartError(`JWT_SECRET: cannot keep a secret in ${file}: ${(error as Error).message}`)
  }
}

/** The secret in a file, or null when there is none. */
export function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written aside and linked into place, so that of two servers starting at once both use the first one's. */
function makeSecret(file: string): string {
  const draft = `${file}.${process.pid}`
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
