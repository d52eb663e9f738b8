import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connect, migrateToLatest } from '../database/databases.ts'
import { openSqlite } from '../database/sqlite.ts'
import { temporaryFolder } from './process.ts'

/** The PostgreSQL of the test run, where the tests of this project use it; the others run on SQLite. */
const cluster = process.env['TEST_DATABASE'] === 'postgres' ? process.env['TEST_POSTGRES'] : undefined

export const isOnPostgres = cluster !== undefined

/** The migrated, empty database in the cluster of the tests. */
export const EMPTY_DATABASE = 'assay_empty'

/** A migrated, empty SQLite database, made once in a process. */
let emptyFile: Promise<Buffer> | undefined

/** A database for a test, as `DATABASE_URL` names it; `remove` it afterwards. */
export type TestDatabase = { url: string; remove: () => Promise<void> }

/** A database for a test that holds nothing, not even tables, unless it is to be migrated. */
export async function testDatabase({ isMigrated = false } = {}): Promise<TestDatabase> {
  if (cluster === undefined) return await testFile(isMigrated)
  const url = await createDatabase(cluster, isMigrated ? { copyOf: EMPTY_DATABASE } : {})
  return { url, remove: () => dropDatabase(url) }
}

/** Makes a database in a cluster, as a copy of another one if told; answers its URL. */
export async function createDatabase(
  at: string,
  { name = `assay_${randomUUID().replaceAll('-', '')}`, copyOf = 'template1' } = {},
): Promise<string> {
  await command(at, `create database ${name} template ${copyOf}`)
  return `${at}/${name}`
}

/** Removes a database, whoever is still connected. */
export async function dropDatabase(url: string): Promise<void> {
  const at = url.lastIndexOf('/')
  await command(url.slice(0, at), `drop database if exists ${url.slice(at + 1)} with (force)`)
}

async function command(at: string, text: string): Promise<void> {
  const client = new pg.Client(`${at}/postgres`)
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
