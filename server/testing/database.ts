import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connect, migrateToLatest } from '../database/databases.ts'
import { openSqlite } from '../database/sqlite.ts'
import { temporaryFolder } from './process.ts'

/** URL of the PostgreSQL cluster. Undefined in test projects that run on SQLite. */
const cluster = process.env['TEST_DATABASE'] === 'postgres' ? process.env['TEST_POSTGRES'] : undefined

export const isOnPostgres = cluster !== undefined

/** Template database of the cluster: migrated and empty. */
export const EMPTY_DATABASE = 'assay_empty'

/** Template SQLite file: migrated and empty, created once per process. */
let emptyFile: Promise<Buffer> | undefined

/** A test's own database. `url` is a `DATABASE_URL`. Call `remove` afterwards. */
export type TestDatabase = { url: string; remove: () => Promise<void> }

/** Creates an empty database, with tables only if `isMigrated`. */
export async function testDatabase({ isMigrated = false } = {}): Promise<TestDatabase> {
  if (cluster === undefined) return await testFile(isMigrated)
  const url = await createDatabase(cluster, isMigrated ? { copyOf: EMPTY_DATABASE } : {})
  return { url, remove: () => dropDatabase(url) }
}

export async function createDatabase(
  clusterUrl: string,
  { name = `assay_${randomUUID().replaceAll('-', '')}`, copyOf = 'template1' } = {},
): Promise<string> {
  await command(clusterUrl, `create database ${name} template ${copyOf}`)
  return `${clusterUrl}/${name}`
}

export async function dropDatabase(url: string): Promise<void> {
  const at = url.lastIndexOf('/')
  await command(url.slice(0, at), `drop database if exists ${url.slice(at + 1)} with (force)`)
}

async function command(clusterUrl: string, text: string): Promise<void> {
  const client = new pg.Client(`${clusterUrl}/postgres`)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function testFile(isMigrated: boolean): Promise<TestDatabase> {
  const folder = temporaryFolder()
  const file = join(folder.path, 'assay.db')
  if (isMigrated) writeFileSync(file, await (emptyFile ??= makeEmptyFile()))
  return { url: `file:${file}`, remove: async () => folder.remove() }
}

async function makeEmptyFile(): Promise<Buffer> {
  const database = openSqlite(':memory:')
  await migrateToLatest(connect(database))
  return database.serialize()
}
