import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/*
 * A draft is written beside its target and renamed when complete, or unlinked while open. Its name identifies the
 * process, so that drafts of killed processes can be removed.
 */

const NAME = /^\.assay-draft-([0-9a-f]{12})-(\d+)-[0-9a-f]{8}(-wal|-shm|-journal)?$/

/** A draft without writes for this long is dead, on whatever host its process ran. */
const DEAD_AFTER_MS = 24 * 60 * 60 * 1000

export function draftIn(folder: string): string {
  return join(folder, `.assay-draft-${PROCESSES}-${process.pid}-${randomBytes(4).toString('hex')}`)
}

/** Removes a draft and its logs. The folder may be a file, so nothing of it need be there. */
export function removeDraft(draft: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) if (existsSync(draft + suffix)) rmSync(draft + suffix)
}

/** Removes the drafts of ended processes. Call it before this process makes a draft in the folder. */
export function removeDeadDrafts(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, processes, pid] = NAME.exec(name) ?? []
    if (processes === undefined) continue
    const isDead = processes === PROCESSES && !isRunning(Number(pid))
    if (isDead || isOld(join(folder, name))) rmSync(join(folder, name), { force: true })
  }
}

/** Process ids are unique only within this host and container. */
const PROCESSES = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 12)

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  // A container reuses the same process ids at each start.
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOld(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })
  return written !== undefined && written.mtimeMs < Date.now() - DEAD_AFTER_MS
}
