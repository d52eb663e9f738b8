import { copyFileSync, existsSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { checkAssayDatabase, foldLog, sqliteFile, syncFolderOf, syncToDisk } from './database-file.ts'
import { fail } from './fail.ts'

/* Puts a backup in the place of the database, once all about it is known to be right: npm run restore -- FILE [--check] */

const USAGE = `npm run restore -- FILE [--check]
  FILE     a backup, made by npm run backup
  --check  only say whether it could be restored`

const { backup, checkOnly } = readArguments()
const file = sqliteFile()
const draft = `${file}.${checkOnly ? 'checking' : 'restoring'}`
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => giveUp('Stopped; nothing was restored'))

const missing = await checkCopy()
const later =
  missing.length > 0
    ? `; it is older than this version, and will be migrated on start (${missing.length} ${missing.length === 1 ? 'step' : 'steps'})`
    : ''
if (checkOnly) {
  removeDraft()
  console.log(`${backup} can be restored${later}`)
} else {
  const kept = putInPlace()
  console.log(`Restored ${backup} to ${file}${later}`)
  if (kept) console.log(`The database it replaces is kept as ${kept}`)
}

function readArguments(): { backup: string; checkOnly: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { check: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [given, ...more] = positionals
    if (!given || more.length > 0) throw new Error('one file, please')
    return { backup: resolve(given), checkOnly: values.check }
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`, 2)
  }
}

/** Works on a copy beside the database, so that the backup stays as it is, and what was checked is what is put in place. */
async function checkCopy(): Promise<string[]> {
  if (!existsSync(backup) || !statSync(backup).isFile()) fail(`There is no file ${backup}`)
  if (existsSync(file) && realpathSync(backup) === realpathSync(file)) fail(`${backup} is the database itself`)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    removeDraft()
    copyFileSync(backup, draft)
    if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${draft}-wal`)
    return await checkAssayDatabase(draft)
  } catch (error) {
    return giveUp(`${backup} cannot be restored: ${(error as Error).message}`)
  }
}

/** Each step leaves either the old database or the new one in place. Answers where the old one is kept. */
function putInPlace(): string | null {
  try {
    syncToDisk(draft)
    const kept = keepPresent()
    renameSync(draft, file)
    syncFolderOf(file)
    return kept
  } catch (error) {
    return giveUp(`Nothing was restored: ${(error as Error).message}`)
  }
}

/** Answers where the present database is kept; null when there is none. */
function keepPresent(): string | null {
  const isThere = existsSync(file)
  const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`
  if (isThere) {
    releaseLog()
    linkOrMove(file, kept)
  }
  // A log that could not be folded in belongs to the old file, even a removed one: beside the new one, SQLite would apply it.
  for (const log of ['-wal', '-journal']) if (existsSync(file + log)) renameSync(file + log, kept + log)
  rmSync(`${file}-shm`, { force: true })
  return isThere ? kept : null
}

/** A link leaves no moment without a database; not every file system has links. */
function linkOrMove(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    renameSync(from, to)
  }
}

/** Refuses while a server uses the present database. A file too damaged to be opened is nobody's database. */
function releaseLog(): void {
  const present = new SqliteDatabase(file, { timeout: 1000 })
  try {
    foldLog(present)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'SQLITE_NOTADB' && !code?.startsWith('SQLITE_CORRUPT')) throw error
  } finally {
    present.close()
  }
}

function removeDraft(): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${suffix}`, { force: true })
}

function giveUp(message: string): never {
  removeDraft()
  return fail(message)
}
