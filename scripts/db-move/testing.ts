import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { parserOf } from '#server/database/postgres.ts'
import { expect } from 'vitest'
import { connect, migrateToLatest } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { isDerived } from './schema.ts'

/** The rows of each table of a SQLite file as sorted JSON, without Kysely's own and derived tables. */
export function rowsOfFile(file: string): Record<string, string[]> {
  const database = new SqliteDatabase(file, { readonly: true })
  const names = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely%'`)
    .pluck()
    .all() as string[]
  const rows = names
    .filter((name) => !isDerived(name))
    .map((name) => [name, sorted(database.prepare(`select * from ${name}`).all() as object[])])
  database.close()
  return Object.fromEntries(rows)
}

export async function rowsOfPostgres(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: parserOf } })
  await client.connect()
  const { rows: names } = await client.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of names)
    if (!isDerived(name)) found[name] = sorted((await client.query(`select * from ${name}`)).rows)
  await client.end()
  return found
}

function sorted(rows: object[]): string[] {
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))))
    .toSorted()
}

export async function makeEmptyFile(path: string): Promise<string> {
  mkdirSync(dirname(path))
  const db = connect(openSqlite(path))
  await migrateToLatest(db)
  await db.destroy()
  return path
}

/** The exit code and output of a move that is refused for this reason. */
export function notMoved(reason: RegExp) {
  return {
    code: 1,
    out: expect.stringMatching(/^Checking \S+ …\n$/),
    err: expect.stringMatching(new RegExp(`^Nothing was moved: ${reason.source}\n$`)),
  }
}

/** SQLite has no jwt_secret row in its settings. */
export function withoutSecret({ settings = [], ...others }: Record<string, string[]>): Record<string, string[]> {
  return { ...others, settings: settings.filter((row) => !row.includes('"jwt_secret"')) }
}

/** An upload that is under way, and a deleted one. */
export function putInBucket(path: string): void {
  const database = new SqliteDatabase(path)
  const now = new Date().toISOString()
  for (const id of ['arriving', 'deleted'])
    database
      .prepare(
        `insert into attachments (id, name, type, size, is_stored, created_at, pieces) values (?, '', 'text/plain', 0, 0, ?, 4)`,
      )
      .run(id, now)
  database.prepare(`delete from attachments where id = 'deleted'`).run()
  database.close()
}
