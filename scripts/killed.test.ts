import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, migrateToLatest } from '#server/database/databases.ts'
import { draftIn } from '#server/database/draft-files.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { ServerProcess, temporaryFolder } from '#server/testing/process.ts'
import { runScript, startScript } from './testing.ts'

/* Temporary files of killed commands are removed by the next command. */

/** The size of the database. Copying it takes long enough to kill the command meanwhile. */
const MEGABYTES = 30

/** The maximum number of commands that may end too early: on a busy machine, a look may come too late. */
const TRIES = 5

let folder: ReturnType<typeof temporaryFolder>
let env: Record<string, string>
beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(at('data'))
  mkdirSync(at('backups'))
  env = { DATABASE_URL: `file:${at('data/assay.db')}`, LOG_LEVEL: 'fatal' }
})
afterEach(() => folder.remove())

const at = (name: string) => join(folder.path, name)
const draftsIn = (name: string) => readdirSync(at(name)).filter((file) => file.startsWith('.assay-draft-'))
const DATED = expect.stringMatching(/^assay-.+Z\.db$/)

async function makeLargeDatabase(name: string): Promise<void> {
  const db = connect(openSqlite(at(name)))
  await migrateToLatest(db)
  await db.destroy()
  const database = new SqliteDatabase(at(name))
  database.exec('create table filling (bytes blob)')
  const insert = database.prepare('insert into filling values (randomblob(1000000))')
  for (let megabyte = 0; megabyte < MEGABYTES; megabyte++) insert.run()
  database.close()
}

async function stopWithDraft(script: string, args: string[], inFolder: string) {
  const before = readdirSync(at(inFolder))
  let problem = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    const started = startScript(script, args, env)
    const end = new AbortController()
    void started.ended.then(() => end.abort())
    while (!end.signal.aborted && draftsIn(inFolder).length === 0) await pause(1)
    started.child.kill('SIGSTOP')
    // The process stops a moment after the signal, and may have finished its draft until then.
    await pause(50)
    if (!end.signal.aborted && draftsIn(inFolder).length > 0) return started
    started.child.kill('SIGKILL')
    problem = (await started.ended).err
    for (const name of readdirSync(at(inFolder))) if (!before.includes(name)) rmSync(at(join(inFolder, name)))
  }
  throw new Error(`ended before its draft was seen: ${problem}`)
}

test('a backup keeps the draft of a running one, and removes that of a killed one', async () => {
  await makeLargeDatabase('data/assay.db')
  const { child, ended } = await stopWithDraft('backup.ts', [at('backups')], 'backups')
  // The process stops a moment after the signal and may make the draft's journal until then.
  const left = expect.arrayContaining(draftsIn('backups')) as unknown
  expect((await runScript('backup.ts', [at('backups')], env)).code).toBe(0)
  expect(draftsIn('backups')).toEqual(left)
  child.kill('SIGKILL')
  await ended
  expect(draftsIn('backups')).toEqual(left)
  expect((await runScript('backup.ts', [at('backups')], env)).code).toBe(0)
  expect(readdirSync(at('backups'))).toEqual([DATED, DATED])
})

test.each([['--check'], []])('a start removes the draft of a killed restore %s', async (...options) => {
  await makeLargeDatabase('backups/copy.db')
  const { child, ended } = await stopWithDraft('restore.ts', [at('backups/copy.db'), ...options], 'data')
  child.kill('SIGKILL')
  await ended
  expect(draftsIn('data')).not.toEqual([])
  const server = new ServerProcess(env)
  try {
    await server.ready()
    expect(readdirSync(at('data')).filter((name) => !name.startsWith('assay.db'))).toEqual(['jwt-secret'])
  } finally {
    await server.kill('SIGKILL')
  }
})

test('a start removes the file of an upload that was killed before the file was unlinked', async () => {
  const temporary = at('backups')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const left = draftIn(temporary).replace(`-${process.pid}-`, `-${pid}-`)
  writeFileSync(left, '')
  const server = new ServerProcess({ ...env, TMPDIR: temporary })
  await server.ready()
  await server.kill('SIGKILL')
  expect(readdirSync(temporary)).toEqual([])
})

test('a restore removes what a restore left that was killed between its last two steps', async () => {
  await makeLargeDatabase('backups/copy.db')
  await makeLargeDatabase('data/assay.db')
  linkSync(at('data/assay.db'), at('data/assay.db.before-restore-2026-01-01T00-00-00.000Z'))
  writeFileSync(at('data/assay.db.before-restore-2025-01-01T00-00-00.000Z'), 'an older one')
  expect((await runScript('restore.ts', [at('backups/copy.db')], env)).code).toBe(0)
  const kept = readdirSync(at('data')).filter((name) => name.includes('before-restore'))
  expect(kept).toEqual(['assay.db.before-restore-2025-01-01T00-00-00.000Z', expect.not.stringContaining('2026-01-01')])
})
