import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { DomainError } from '#shared/errors.ts'
import type { Context } from '../context.ts'

/** Of a line: 40 digits, a colon, a count, a line break. */
const LINE_MAX = 64
const PREFIX_LENGTH = 5
const TIMEOUT_MS = 3_000

type Needed = Pick<Context, 'config' | 'log'>

/** Whether a password is in the file or the service of breached passwords that the operator has named. */
export async function isPwned({ config, log }: Needed, password: string): Promise<boolean> {
  const { PWNED_FILE, PWNED_URL } = config
  const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  if (PWNED_FILE !== undefined && (await isInFile(PWNED_FILE, hash).catch(unreadable(log)))) return true
  if (PWNED_URL === undefined) return false
  try {
    return await isAtService(PWNED_URL, hash)
  } catch (error) {
    log.warn({ err: error }, 'breached passwords could not be looked up at PWNED_URL; the password was accepted')
    return false
  }
}

/** While the operator's own file cannot be read, no new password is accepted unchecked. */
const unreadable = (log: Needed['log']) => (error: unknown) => {
  log.error({ err: error }, 'PWNED_FILE cannot be read')
  throw new DomainError('SERVICE_UNAVAILABLE', 'Passwords cannot be checked at the moment. Try again later', {
    retryAfterSeconds: 30,
  })
}

/** A binary search on disk, because the file has up to 40 GB: lines that begin with a SHA-1, in their order. */
export async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path)
  try {
    let [low, high] = [0, (await file.stat()).size]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const line = await lineAt(file, middle)
      if (line.hash === hash) return true
      if (line.hash !== '' && line.hash < hash) low = line.end
      else high = middle
    }
    return false
  } finally {
    await file.close()
  }
}

/** The first line that begins at a position or after it. Empty at the end of the file. */
async function lineAt(file: FileHandle, position: number): Promise<{ hash: string; end: number }> {
  const start = Math.max(0, position - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_MAX), 0, 2 * LINE_MAX, start)
  const text = buffer.toString('latin1', 0, bytesRead)
  const begin = position === 0 ? 0 : text.indexOf('\n') + 1
  if (position !== 0 && begin === 0) return { hash: '', end: start + bytesRead }
  const breakAt = text.indexOf('\n', begin)
  const line = text.slice(begin, breakAt === -1 ? undefined : breakAt)
  return { hash: line.slice(0, 40).toUpperCase().trim(), end: start + begin + line.length + 1 }
}

/** The service learns the first five digits of the hash only. */
async function isAtService(url: string, hash: string): Promise<boolean> {
  const address = `${url.replace(/\/$/, '')}/${hash.slice(0, PREFIX_LENGTH)}`
  const answer = await fetch(address, {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`PWNED_URL answered ${answer.status}`)
  const suffix = hash.slice(PREFIX_LENGTH)
  return (await answer.text())
    .split('\n')
    .some((line) => line.toUpperCase().startsWith(`${suffix}:`) && !/:0\s*$/.test(line))
}
