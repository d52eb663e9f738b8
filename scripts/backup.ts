import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { draftIn, removeDeadDrafts, removeDraft } from '#server/database/draft-files.ts'
import { sqliteFile, syncFolderOf, syncToDisk } from './database-file.ts'
import { fail } from './fail.ts'

/* Makes a consistent, checked copy of a database in use: npm run backup -- TARGET [--keep N] */

const USAGE = `npm run backup -- TARGET [--keep N]
  TARGET    a new file, or a folder; in a folder the file is named by the time
  --keep N  in a folder: keep only the N latest backups`

/** The names of backup files. They sort by time. */
const DATED = /^assay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/

const { target, folder, keep } = readArguments()
const file = sqliteFile()
if (!existsSync(file)) fail(`There is no database at ${file}`)
if (existsSync(target)) fail(`${target} exists already`)
// The file contains password hashes: only its owner may read it.
process.umask(0o077)
removeDeadDrafts(dirname(target))
const draft = draftIn(dirname(target))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort('Stopped; no backup was made'))
await copyWithProgress().catch((error: Error) => abort(`No backup was made: ${error.message}`))
syncToDisk(draft)
renameSync(draft, target)
syncFolderOf(target)
console.log(`Backed up ${file} to ${target} (${statSync(target).size.toLocaleString('en')} bytes, integrity checked)`)
if (folder && keep) removeOldest(folder, keep)

function readArguments(): { target: string; folder?: string; keep?: number } {
  try {
    const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true })
    const [given, ...more] = positionals
    if (!given || more.length > 0) throw new Error('exactly one TARGET is needed')
    const target = resolve(given)
    const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
      throw new Error('--keep takes a whole number from 1 on')
    if (!isFolder && /[/\\]$/.test(given)) throw new Error(`there is no folder ${target}`)
    if (values.keep !== undefined && !isFolder) throw new Error('--keep needs a folder that exists')
    if (!isFolder) return { target }
    const name = `assay-${new Date().toISOString().replaceAll(':', '-')}.db`
    return { target: join(target, name), folder: target, ...(values.keep && { keep: Number(values.keep) }) }
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`, 2)
  }
}

/** Runs in a worker, because SQLite copies in one blocking call. Shows progress on a terminal. */
async function copyWithProgress(): Promise<void> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData: { file, draft } })
  const megabytes = (path: string) => Math.ceil((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1_000_000)
  const show = () =>
    process.stderr.write(`\r${megabytes(draft)} of about ${megabytes(file)} MB written, then checked …`)
  const timer = process.stderr.isTTY ? setInterval(show, 1000) : undefined
  try {
    await new Promise<void>((done, failed) => worker.once('error', failed).once('exit', () => done()))
  } finally {
    clearInterval(timer)
    if (timer) process.stderr.write('\r\u001B[K')
  }
}

function removeOldest(folder: string, keep: number): void {
  const others = readdirSync(folder).filter((name) => DATED.test(name) && name !== basename(target))
  for (const name of others
    .toSorted()
    .toReversed()
    .slice(keep - 1)) {
    rmSync(join(folder, name))
    console.log(`Removed the older backup ${name}`)
  }
}

function abort(message: string): never {
  removeDraft(draft)
  return fail(message)
}
