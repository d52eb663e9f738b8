import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { createDatabase, dropDatabase } from '#server/testing/database.ts'
import { ServerProcess, temporaryFolder } from '#server/testing/process.ts'
import { type Cluster, startCluster } from '../postgres/cluster.ts'
import { runScript } from '../testing.ts'
import { makeEmptyFile, notMoved, rowsOfPostgres } from './testing.ts'

let cluster: Cluster
beforeAll(async () => void (cluster = await startCluster()))
afterAll(() => cluster.stop())

let folder: ReturnType<typeof temporaryFolder>
let file: string
let target: string
let server: ServerProcess | undefined
beforeEach(async () => {
  folder = temporaryFolder()
  file = await makeEmptyFile(join(folder.path, 'data/assay.db'))
  target = await createDatabase(cluster.url)
  server = undefined
})
afterEach(async () => {
  await server?.kill('SIGKILL')
  await dropDatabase(target)
  folder.remove()
})

const move = () => runScript('db-move.ts', ['--from', `file:${file}`, '--to', target], {})

describe('db:move refuses with one line and moves nothing:', () => {
  test.each<[string, RegExp, () => unknown]>([
    ['a file that a server is using', /a server is using \S+; stop it first/, startServer],
    ['a file that is not there', /there is no file \S+/, () => (file = join(folder.path, 'none.db'))],
    [
      'a file that is not a database',
      /\S+ is not a SQLite database/,
      () => writeFileSync(file, 'just some text, and more of it'),
    ],
    [
      'a database of another program',
      /\S+ cannot be moved: it is not a database of Assay/,
      () => change('drop table kysely_migration'),
    ],
    [
      'a newer version',
      /\S+ cannot be moved: it was written by a newer version of Assay .+/,
      () => change(`insert into kysely_migration values ('9999_fly', '2030')`),
    ],
    [
      'an older version',
      /\S+ was written by an older version of Assay; start this one on it once, stop it, and move then/,
      makeOlder,
    ],
    ['a database that is not there', /cannot use \S+: database "\w+" does not exist/, () => dropDatabase(target)],
  ])('%s', async (_, reason, spoil) => {
    await spoil()
    expect(await move()).toEqual(notMoved(reason))
  })

  test('db:move refuses a target with tables of another program', async () => {
    const client = new pg.Client(target)
    await client.connect()
    await client.query('create table notes (id integer)')
    expect(await move()).toEqual(notMoved(/\S+ holds a table of another program \(notes\)/))
    expect(await rowsOfPostgres(target)).toEqual({ notes: [] })
    await client.end()
  })

  test.each([
    ['nothing', []],
    ['no target', ['--from', 'file:a.db']],
    ['no source', ['--to', 'postgres://localhost/a']],
    ['two files', ['--from', 'file:a.db', '--to', 'file:b.db']],
    ['the other direction', ['--from', 'postgres://localhost/a', '--to', 'file:b.db']],
    ['an invalid address', ['--from', 'a.db', '--to', 'postgres://localhost/a']],
    ['an unknown option', ['--from', 'file:a.db', '--to', 'postgres://localhost/a', '--force']],
  ])('wrong usage, with code 2 and how it is right: %s', async (_, args) => {
    const { code, out, err } = await runScript('db-move.ts', args, {})
    expect([code, out, err]).toEqual([
      2,
      '',
      expect.stringMatching(/^.+\nnpm run db:move -- --from file:PATH --to postgres:/),
    ])
  })
})

async function startServer(): Promise<void> {
  server = new ServerProcess({ DATABASE_URL: `file:${file}` })
  await server.ready()
}

function change(statement: string): void {
  const database = new SqliteDatabase(file)
  database.exec(statement)
  database.close()
}

async function makeOlder(): Promise<void> {
  const db = connect(openSqlite(file))
  const [first] = await migrator(db).getMigrations()
  await migrator(db).migrateTo(first?.name as string)
  await db.destroy()
}
