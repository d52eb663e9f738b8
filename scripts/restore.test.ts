import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, migrateToLatest, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { request, ServerProcess, startFirstRun, temporaryFolder } from '#server/testing/process.ts'
import { runScript } from './testing.ts'

let folder: ReturnType<typeof temporaryFolder>
let env: Record<string, string>
let started: ServerProcess[]
beforeEach(() => {
  folder = temporaryFolder()
  env = { DATABASE_URL: `file:${at('assay.db')}`, LOG_LEVEL: 'fatal' }
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((server) => server.kill('SIGKILL')))
  folder.remove()
})

const at = (name: string) => join(folder.path, name)
const restore = (...args: string[]) => runScript('restore.ts', args, env)

function start(): ServerProcess {
  const server = new ServerProcess(env)
  started.push(server)
  return server
}

async function makeDatabase(name: string): Promise<void> {
  const db = connect(openSqlite(at(name)))
  await migrateToLatest(db)
  await db.destroy()
}

function change(name: string, statements: string): void {
  const database = new SqliteDatabase(at(name))
  database.pragma('foreign_keys = off')
  database.exec(statements)
  database.close()
}

test('a restore serves the state of the backup and keeps the replaced database', async () => {
  const first = start()
  const url = await first.ready()
  const { body: ada } = await request(url, 'POST', '/auth/sign-up', {
    email: 'ada@example.com',
    password: 'secret',
    name: 'Ada',
  })
  const token: string = ada.accessToken
  await request(url, 'POST', '/projects', { name: 'Before' }, token)
  expect((await runScript('backup.ts', [at('copy.db')], env)).code).toBe(0)
  await request(url, 'POST', '/projects', { name: 'After' }, token)

  const refused = await restore(at('copy.db'))
  expect([refused.code, refused.err]).toEqual([
    1,
    `Nothing was restored: a server is using ${at('assay.db')}; stop it first\n`,
  ])
  expect(await projectNames(url, token)).toEqual(['After', 'Before'])
  expect((await restore(at('copy.db'), '--check')).code).toBe(0)
  // As after a power cut: the log is not checkpointed.
  await first.kill('SIGKILL')

  const { code, out } = await restore(at('copy.db'))
  expect(code).toBe(0)
  const [restored, kept] = out.trim().split('\n')
  expect(restored).toBe(`Restored ${at('copy.db')} to ${at('assay.db')}`)
  const before = readdirSync(folder.path).find((name) => name.startsWith('assay.db.before-restore-')) as string
  expect(kept).toBe(`The database it replaces is kept as ${at(before)}`)
  expect(readdirSync(folder.path)).toEqual(['assay.db', before, 'copy.db', 'jwt-secret'])

  const second = start()
  expect(await projectNames(await second.ready(), token)).toEqual(['Before'])
  await second.kill('SIGTERM')
  expect((await restore(at(before))).code).toBe(0)
  expect(await projectNames(await start().ready(), token)).toEqual(['After', 'Before'])
})

test('after a restore only the tag of the restored content is answered 304', async () => {
  let url = await start().ready()
  const { token, testCase, run } = await startFirstRun(url)
  const record = (actualValue: string) =>
    request(url, 'POST', `/test-cases/${testCase.id}/execute`, { testRunId: run.id, actualValue }, token)
  const read = async (known = '') => {
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': known }
    const answer = await fetch(`${url}/api/test-runs/${run.id}`, { headers })
    const value = answer.status === 200 ? (await answer.json()).results[0].actualValue : null
    return { status: answer.status, tag: answer.headers.get('etag') as string, value }
  }
  await record('restored')
  const { tag: restored } = await read()
  expect((await runScript('backup.ts', [at('copy.db')], env)).code).toBe(0)
  await record('lost')
  const { tag: lost } = await read()
  await started[0]?.kill('SIGTERM')
  expect((await restore(at('copy.db'))).code).toBe(0)

  url = await start().ready()
  expect([await read(restored), await read(lost)]).toMatchObject([{ status: 304 }, { status: 200, value: 'restored' }])
  await record('new')
  expect([await read(restored), await read(lost)]).toMatchObject([{ value: 'new' }, { value: 'new' }])
})

async function projectNames(url: string, token: string): Promise<string[]> {
  const { body } = await request(url, 'GET', '/projects', undefined, token)
  return body.map(({ name }: { name: string }) => name).toSorted()
}

describe('restore refuses with one line and changes nothing:', () => {
  test.each<[string, RegExp, (name: string) => void]>([
    [
      'a file that is not a database',
      /: it is not a SQLite database$/,
      (name) => writeFileSync(at(name), 'just some text, and more of it'),
    ],
    [
      'a database of another program',
      /: it is not a database of Assay$/,
      (name) => {
        writeFileSync(at(name), '')
        change(name, 'create table notes (id integer)')
      },
    ],
    [
      'a newer version',
      /: it was written by a newer version of Assay \(9999_fly is not known here\); upgrade Assay first$/,
      (name) => change(name, `insert into kysely_migration values ('9999_fly', '2030-01-01')`),
    ],
    [
      'a schema with a gap',
      /: its schema belongs to no version of Assay \(0001_create_schema is missing\)$/,
      (name) => change(name, `delete from kysely_migration where name = '0001_create_schema'`),
    ],
    [
      'a row with a broken reference',
      /: it is damaged: a row of project_members refers to a row of \w+ that is not there$/,
      (name) => change(name, `insert into project_members values ('m', 'p', 'u', 'member', '')`),
    ],
    [
      'a damaged page',
      /: (it is damaged: .+|database disk image is malformed)$/,
      (name) => {
        const bytes = readFileSync(at(name))
        writeFileSync(at(name), bytes.fill(0x5a, 3 * 4096, 9 * 4096))
      },
    ],
    [
      'half a file',
      /: (it is damaged: .+|database disk image is malformed)$/,
      (name) => {
        const bytes = readFileSync(at(name))
        writeFileSync(at(name), bytes.subarray(0, bytes.length / 2))
      },
    ],
  ])('%s', async (_, reason, spoil) => {
    await makeDatabase('copy.db')
    await makeDatabase('assay.db')
    spoil('copy.db')
    const [copy, present] = [readFileSync(at('copy.db')), readFileSync(at('assay.db'))]
    for (const args of [['--check'], []]) {
      const { code, out, err } = await restore(at('copy.db'), ...args)
      expect([code, out]).toEqual([1, ''])
      expect(err.trimEnd()).toMatch(reason)
      expect(err.trimEnd()).toMatch(/^\S+ cannot be restored: /)
    }
    expect(readFileSync(at('copy.db'))).toEqual(copy)
    expect(readFileSync(at('assay.db'))).toEqual(present)
    expect(readdirSync(folder.path)).toEqual(['assay.db', 'copy.db'])
  })

  test('restore refuses the database itself, a folder and a missing file', async () => {
    await makeDatabase('assay.db')
    expect((await restore(at('assay.db'))).err).toBe(`${at('assay.db')} is the database itself\n`)
    expect((await restore(folder.path)).err).toBe(`There is no file ${folder.path}\n`)
    symlinkSync(at('loop.db'), at('loop.db'))
    expect((await restore(at('loop.db'))).err).toBe(`There is no file ${at('loop.db')}\n`)
    rmSync(at('loop.db'))
    expect((await restore(at('none.db'))).err).toBe(`There is no file ${at('none.db')}\n`)
    expect(readdirSync(folder.path)).toEqual(['assay.db'])
  })

  test('wrong usage of restore ends with code 2', async () => {
    for (const args of [[], ['a', 'b'], ['a', '--force']]) {
      const { code, err } = await restore(...args)
      expect([code, err]).toEqual([2, expect.stringContaining('npm run restore -- FILE')])
    }
  })
})

test('a backup of an older version is restored and migrated on the next start', async () => {
  const db = connect(openSqlite(at('copy.db')))
  await migrator(db).migrateTo('0001_create_schema')
  await db.destroy()
  const { code, out } = await restore(at('copy.db'))
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/; it is older than this version, and will be migrated on start \(\d+ steps?\)\n$/),
  ])
  const server = start()
  expect((await request(await server.ready(), 'GET', '/health')).status).toBe(200)
  await server.kill('SIGTERM')
})

test('a restore into a folder that is a file ends with one line', async () => {
  writeFileSync(at('file'), '')
  const { code, err } = await runScript('restore.ts', [at('file')], {
    ...env,
    DATABASE_URL: `file:${at('file/assay.db')}`,
  })
  expect([code, err]).toEqual([1, expect.stringMatching(/^.+ cannot be restored: .+\n$/)])
})

test('a restore works without a database', async () => {
  await makeDatabase('copy.db')
  mkdirSync(at('new'))
  env = { DATABASE_URL: `file:${at('new/assay.db')}` }
  expect(await restore(at('copy.db'))).toMatchObject({
    code: 0,
    out: `Restored ${at('copy.db')} to ${at('new/assay.db')}\n`,
  })
  expect(readdirSync(at('new'))).toEqual(['assay.db'])
})

test('a restore replaces a damaged database and removes its log', async () => {
  await makeDatabase('copy.db')
  writeFileSync(at('assay.db'), 'no database any more')
  writeFileSync(at('assay.db-wal'), 'its log')
  expect((await restore(at('copy.db'))).code).toBe(0)
  const aside = readdirSync(folder.path).filter((name) => name.includes('before-restore'))
  expect(aside.map((name) => readFileSync(at(name), 'utf8'))).toEqual(['no database any more'])
  expect(readdirSync(folder.path)).not.toContain('assay.db-wal')
  expect(
    await runScript('restore.ts', [at('assay.db'), '--check'], { DATABASE_URL: `file:${at('other.db')}` }),
  ).toMatchObject({ code: 0 })
})

test('a restore keeps the log of a removed database and does not apply it', async () => {
  await makeDatabase('copy.db')
  await makeDatabase('assay.db')
  const removed = openSqlite(at('assay.db'))
  removed.exec(`create table in_the_log (id integer)`)
  const log = readFileSync(at('assay.db-wal'))
  removed.close()
  rmSync(at('assay.db'))
  writeFileSync(at('assay.db-wal'), log)
  expect(await restore(at('copy.db'))).toMatchObject({
    code: 0,
    out: `Restored ${at('copy.db')} to ${at('assay.db')}\n`,
  })
  const restored = new SqliteDatabase(at('assay.db'))
  expect(restored.prepare(`select name from sqlite_schema where name = 'in_the_log'`).all()).toEqual([])
  restored.close()
  const aside = readdirSync(folder.path).filter((name) => name.includes('before-restore'))
  expect(aside.map((name) => readFileSync(at(name)).equals(log))).toEqual([true])
})

test('a restore reads a copy made by hand together with its log', async () => {
  await makeDatabase('live.db')
  const live = openSqlite(at('live.db'))
  live.exec(`create table in_the_log (id integer)`)
  copyFileSync(at('live.db'), at('copy.db'))
  copyFileSync(at('live.db-wal'), at('copy.db-wal'))
  live.close()
  expect((await restore(at('copy.db'))).code).toBe(0)
  const restored = new SqliteDatabase(at('assay.db'), { readonly: true })
  expect(restored.prepare(`select count(*) from in_the_log`).pluck().get()).toBe(0)
  restored.close()
})
