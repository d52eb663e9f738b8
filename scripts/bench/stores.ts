import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Db, openDatabases } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { createDatabase } from '#server/testing/database.ts'
import { startCluster } from '../postgres/cluster.ts'

/* Databases of each engine, to be filled with the same rows. */

/** Creates databases, named by `DATABASE_URL`. */
export type Store = {
  name: string
  /** Creates a database, empty or as a copy of an unused one. */
  create: (size: number, copyOf?: string) => Promise<string>
  /** Opens a database for fast filling: not durable, without foreign key checks. */
  open: (url: string) => Promise<Db>
  /** Brings a filled database into its engine's long-term state (vacuum, checkpoint). Returns its size in bytes. */
  settle: (url: string) => Promise<number>
  /** Removes all of them. */
  remove: () => Promise<void>
}

export async function sqliteStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const fileOf = (url: string) => url.slice('file:'.length)
  return {
    name: 'SQLite',
    async create(size, copyOf) {
      const file = join(folder, `${size}.db`)
      if (copyOf !== undefined) copyFileSync(fileOf(copyOf), file)
      return `file:${file}`
    },
    async open(url) {
      const database = openSqlite(fileOf(url))
      for (const setting of ['synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -500000'])
        database.pragma(setting)
      return connect(database)
    },
    async settle(url) {
      const database = openSqlite(fileOf(url))
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      return statSync(fileOf(url)).size
    },
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

/** A durable PostgreSQL cluster with default settings. */
export async function postgresStore(): Promise<Store> {
  const cluster = await startCluster({ isDurable: true })
  const carefree = encodeURIComponent('-c synchronous_commit=off -c session_replication_role=replica')
  return {
    name: 'PostgreSQL',
    create: async (size, copyOf) => {
      const name = `assay_${size}`
      return await createDatabase(cluster.url, { name, ...(copyOf && { copyOf: copyOf.split('/').at(-1) as string }) })
    },
    open: async (url) => (await openDatabases({ postgres: `${url}?options=${carefree}` })).writer,
    async settle(url) {
      const { writer: db, close } = await openDatabases({ postgres: url })
      for (const statement of [sql`vacuum (analyze)`, sql`checkpoint`]) await statement.execute(db)
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
      await close()
      return rows[0]?.bytes ?? Number.NaN
    },
    remove: cluster.stop,
  }
}
