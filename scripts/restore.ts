import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import SqliteDatabase from 'better-sqlite3'
import { draftIn, removeDeadDrafts, removeDraft } from '#server/database/draft-files.ts'
import { checkAssayDatabase, checkpoint, sqliteFile, syncFolderOf, syncToDisk } from './database-file.ts'
import { fail } from './fail.ts'

/* Replaces the database with a checked backup: npm run restore -- FILE [--check] */

const USAGE = `npm run restore -- FILE [--check]
  FILE     a backup, made by npm run backup
  --check  only check whether it can be restored`

const { backup, checkOnly } = readArguments()
const file = sqliteFile()
removeDeadDrafts(dirname(file))
const draft = draftIn(dirname(file))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => giveUp('Stopped; nothing was restored'))

const missing = await checkCopy()
const later =
  missing.length > 0
    ? `; it is older than this version, and will be migrated on start (${missing.length} ${missing.length === 1 ? 'step' : 'steps'})`
    : ''
if (checkOnly) {
  removeDraft(draft)
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

/** Checks a copy next to the database. The backup stays unchanged, and exactly the checked bytes are restored. */
async function checkCopy(): Promise<string[]> {
  if (!existsSync(backup) || !statSync(backup).isFile()) fail(`There is no file ${backup}`)
  if (existsSync(file) && realpathSync(backup) === realpathSync(file)) fail(`${backup} is the database itself`)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    copyFileSync(backup, draft)
    if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${draft}-wal`)
    return await checkAssayDatabase(draft)
  } catch (error) {
    return giveUp(`${backup} cannot be restored: ${(error as Error).message}`)
  }
}

/** After each step either the old or the new database is in place. Returns the path of the old one. */
function putInPlace(): string | null {
  try {
    syncToDisk(draft)
    const kept = keepCurrent()
    renameSync(draft, file)
    syncFolderOf(file)
    return kept
  } catch (error) {
    return giveUp(`Nothing was restored: ${(error as Error).message}`)
  }
}

/** Returns the path of the replaced database, or null if there was none. */
function keepCurrent(): string | null {
  const exists = existsSync(file)
  const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`
  if (exists) {
    checkpointCurrent()
    removeUnusedLinks()
    linkOrMove(file, kept)
  }
  // A log without a checkpoint belongs to the old file. SQLite would apply it to the new one.
  for (const log of ['-wal', '-journal']) if (existsSync(file + log)) renameSync(file + log, kept + log)
  rmSync(`${file}-shm`, { force: true })
  return exists ? kept : null
}

/** Removes links of a restore that was killed between linking and replacing the database. */
function removeUnusedLinks(): void {
  const { ino, dev } = statSync(file)
  for (const name of readdirSync(dirname(file)).filter((name) =>
    name.startsWith(`${basename(file)}.before-restore-`),
  )) {
    const path = join(dirname(file), name)
    const found = statSync(path)
    if (found.ino === ino && found.dev === dev) rmSync(path)
  }
}

/** With a hard link a database is in place at all times. Some file systems lack hard links. */
function linkOrMove(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    renameSync(from, to)
  }
}

/** Throws while a server uses the database. A file too damaged to open cannot be in use. */
function checkpointCurrent(): void {
  const present = new SqliteDatabase(file, { timeout: 1000 })
  try {
    checkpoint(present)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'SQLITE_NOTADB' && !code?.startsWith('SQLITE_CORRUPT')) throw error
  } finally {
    present.close()
  }
}

function giveUp(message: string): never {
  removeDraft(draft)
  return fail(message)
}
