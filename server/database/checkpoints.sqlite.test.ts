import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/process.ts'
import { type Databases, sqliteDatabases } from './databases.ts'
import { openSqlite, openSqliteFile } from './sqlite.ts'

let folder: ReturnType<typeof temporaryFolder>
let databases: Databases
/** Another connection. Its commits are not noted. */
let other: Database
beforeEach(() => {
  folder = temporaryFolder()
  const file = `${folder.path}/assay.db`
  databases = sqliteDatabases(openSqliteFile(file))
  other = openSqlite(file)
  other.exec('create table settings (key text primary key, value text) strict')
})
afterEach(async () => {
  other.close()
  await databases.close()
  folder.remove()
})

/** One value fills a page. */
const fill = (pages: number) => {
  const insert = other.prepare(`insert into settings values (hex(randomblob(8)), hex(zeroblob(1500)))`)
  other.transaction(() => {
    for (let page = 0; page < pages; page++) insert.run()
  })()
}
const log = () => other.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number }
const copied = async () =>
  await vi.waitFor(() => expect(log().checkpointed).toBeGreaterThan(1_500), { timeout: 20_000 })
const commit = async () =>
  await databases.writer
    .transaction()
    .execute((trx) => trx.insertInto('settings').values({ key: 'health_probe', value: '' }).execute())

test('a commit leaves a long log to a thread, which copies it into the file', async () => {
  fill(1_500)
  expect(log().checkpointed).toBe(0)
  await commit()
  await copied()
})

test('after a thread has failed, as on a full disk, a later commit leaves the log to a new one', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    this.emit('error', new Error('database or disk is full'))
  })
  fill(1_500)
  await commit()
  onTestFinished(() => void vi.restoreAllMocks())
  let minutes = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (minutes += 1) * 61_000)
  const copiedAfterCommit = async () => {
    await databases.writer.transaction().execute((trx) => trx.deleteFrom('settings').where('value', '=', '').execute())
    return log().checkpointed
  }
  await expect.poll(copiedAfterCommit, { timeout: 20_000 }).toBeGreaterThan(1_500)
})

test('a closed database has no log, also after a thread has copied one', async () => {
  fill(1_500)
  await commit()
  await copied()
  other.close()
  await databases.close()
  expect(existsSync(`${folder.path}/assay.db`)).toBe(true)
  expect(existsSync(`${folder.path}/assay.db-wal`)).toBe(false)
})

test('a log that no thread has copied is copied by the commit that makes it too long', () => {
  for (let commits = 0; commits < 20; commits++) {
    fill(500)
    expect(log().log).toBeLessThan(5_000)
  }
})
