import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, dropDatabase } from '#server/testing/database.ts'
import { ServerProcess, temporaryFolder } from '#server/testing/process.ts'
import { type Cluster, startCluster } from '../postgres/cluster.ts'
import { runScript } from '../testing.ts'
import { readAddresses } from './arguments.ts'
import { openSource } from './source.ts'
import { makeEmptyFile, notMoved, rowsOfPostgres } from './testing.ts'

let cluster: Cluster
let empty: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  cluster = await startCluster()
  empty = temporaryFolder()
  await makeEmptyFile(join(empty.path, 'data/assay.db'))
})
afterAll(async () => {
  empty.remove()
  await cluster.stop()
})

let folder: ReturnType<typeof temporaryFolder>
let file: string
beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, 'data/assay.db')
  cpSync(empty.path, folder.path, { recursive: true })
})
afterEach(() => folder.remove())

/** Runs `work` with a new database as the target. */
async function withTarget(work: (target: string) => Promise<void>): Promise<void> {
  const target = await createDatabase(cluster.url)
  await work(target)
  await dropDatabase(target)
}

const move = (target: string) => runScript('db-move.ts', ['--from', `file:${file}`, '--to', target], {})

test('db:move refuses a file that a server is using with one line, and moves nothing', () =>
  withTarget(async (target) => {
    const server = new ServerProcess({ DATABASE_URL: `file:${file}` })
    await server.ready()
    expect(await move(target)).toEqual(notMoved(/a server is using \S+; stop it first/))
    await server.kill('SIGKILL')
  }))

test('db:move refuses a target that is not there', async () => {
  const target = `${cluster.url}/nowhere`
  expect(await move(target)).toEqual(notMoved(/cannot use \S+: database "nowhere" does not exist/))
})

test('db:move refuses a target with tables of another program', () =>
  withTarget(async (target) => {
    const client = new pg.Client(target)
    await client.connect()
    await client.query('create table notes (id integer)')
    expect(await move(target)).toEqual(notMoved(/\S+ holds a table of another program \(notes\)/))
    expect(await rowsOfPostgres(target)).toEqual({ notes: [] })
    await client.end()
  }))

test.each<[string, RegExp, () => unknown]>([
  ['that is not there', /^there is no file \S+$/, () => (file = join(folder.path, 'none.db'))],
  [
    'that is not a database',
    /^\S+ is not a SQLite database$/,
    () => writeFileSync(file, 'just some text, and more of it'),
  ],
  [
    'of another program',
    /^\S+ cannot be moved: it is not a database of Assay$/,
    () => change('drop table kysely_migration'),
  ],
  [
    'of a newer version',
    /^\S+ cannot be moved: it was written by a newer version of Assay .+$/,
    () => change(`insert into kysely_migration values ('9999_fly', '2030')`),
  ],
  [
    'of an older version',
    /^\S+ was written by an older version of Assay; start this one on it once, stop it, and move then$/,
    () => change(`delete from kysely_migration where name > '0001_create_schema'`),
  ],
])('a file %s is not moved', async (_, reason, spoil) => {
  await spoil()
  await expect(openSource(file)).rejects.toThrow(reason)
})

const TARGET = 'postgres://localhost/a'

test.each([
  ['no target', ['--from', 'file:a.db'], '--to is missing'],
  ['no source', ['--to', TARGET], '--from is missing'],
  ['two files', ['--from', 'file:a.db', '--to', 'file:b.db'], '--to: must be a PostgreSQL database'],
  ['the other direction', ['--from', TARGET, '--to', 'file:b.db'], '--from: must be a SQLite file'],
  ['an invalid address', ['--from', 'a.db', '--to', TARGET], '--from: '],
  ['an unknown option', ['--from', 'file:a.db', '--to', TARGET, '--force'], '--force'],
])('the arguments of db:move are refused with the reason: %s', (_, args, reason) => {
  expect(() => readAddresses(args)).toThrow(reason)
})

test('wrong usage of db:move ends with code 2 and says how it is right', async () => {
  expect(await runScript('db-move.ts', [], {})).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^.+\nnpm run db:move -- --from file:PATH --to postgres:/),
  })
})

function change(statement: string): void {
  const database = new SqliteDatabase(file)
  database.exec(statement)
  database.close()
}
