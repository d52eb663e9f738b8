import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabases } from './databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkpoint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Longer than the thread takes to start and to open the file. */
const THREAD_MS = 500
const LARGE = 20 * 1024 * 1024

test('after close() nothing uses the database file, even right after a long write', async () => {
  const databases = await openDatabases({ file: join(folder, 'assay.db') })
  const end = databases.beginLong()
  await sql`create table large (content blob)`.execute(databases.writer)
  await sql`insert into large values (zeroblob(${LARGE}))`.execute(databases.writer)
  end()
  await databases.close()
  expect(readdirSync(folder)).toEqual(['assay.db'])
  rmSync(join(folder, 'assay.db'))
  await pause(THREAD_MS)
  expect(readdirSync(folder)).toEqual([])
})
