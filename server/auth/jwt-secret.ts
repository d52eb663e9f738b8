import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, linkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../config.ts'

/**
 * The secret that signs access tokens: the configured one, or else the one kept beside the database, made on
 * first start and readable by its owner only. Throws StartError when it can be neither read nor made.
 */
export function jwtSecret(configured: string | undefined, databaseFile: string): string {
  if (configured) return configured
  const file = join(dirname(databaseFile), 'jwt-secret')
  try {
    return readSecret(file) ?? makeSecret(file)
  } catch (error) {
    throw new StartError(`JWT_SECRET: cannot keep a secret in ${file}: ${(error as Error).message}`)
  }
}

function readSecret(file: string): string | null {
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
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
    unlinkSync(draft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') unlinkSync(draft)
    else renameSync(draft, file)
  }
  return readFileSync(file, 'utf8').trim()
}
