import { cpSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealOldest } from '#server/audit/seals.repository.ts'
import { migrateToLatest, openDatabases } from '#server/database/databases.ts'
import { createDatabase, dropDatabase } from '#server/testing/database.ts'
import { request, ServerProcess, temporaryFolder } from '#server/testing/process.ts'
import { readEverything } from './db-move/testing-answers.ts'
import { type Installation, useEverything } from './db-move/testing-installation.ts'
import { TABLES } from './db-move/testing-tables.ts'
import { makeEmptyFile, notMoved, putInBucket, rowsOfFile, rowsOfPostgres, withoutSecret } from './db-move/testing.ts'
import { type Cluster, startCluster } from './postgres/cluster.ts'
import { type Ended, runScript, startScript } from './testing.ts'

/** Filled during long writes only, by earlier versions, or with an SMTP server. */
const MAY_BE_EMPTY =
  /^(test_report_parts|unnumbered_suites|import.*|ended_sessions|mails|identities|identity_memberships)$/

let cluster: Cluster
let original: ReturnType<typeof temporaryFolder>
let installation: Installation
let answers: Map<string, unknown>
beforeAll(async () => {
  original = temporaryFolder()
  const made = startCluster()
  const server = new ServerProcess({ DATABASE_URL: `file:${join(original.path, 'assay.db')}`, LOG_LEVEL: 'fatal' })
  const url = await server.ready()
  installation = await useEverything(url)
  answers = await readEverything(url, installation)
  await server.kill('SIGTERM')
  await sealEvents(join(original.path, 'assay.db'))
  putInBucket(join(original.path, 'assay.db'))
  cluster = await made
}, 600_000)
afterAll(async () => {
  await cluster.stop()
  original.remove()
})

let folder: ReturnType<typeof temporaryFolder>
let file: string
let target: string
let started: ServerProcess[]
beforeEach(async () => {
  folder = temporaryFolder()
  cpSync(original.path, folder.path, { recursive: true, preserveTimestamps: true })
  file = join(folder.path, 'assay.db')
  target = await createDatabase(cluster.url)
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((server) => server.kill('SIGKILL')))
  await dropDatabase(target)
  folder.remove()
})

const move = (from = `file:${file}`, to = target): Promise<Ended> =>
  runScript('db-move.ts', ['--from', from, '--to', to], {})

function startServer(DATABASE_URL: string): ServerProcess {
  const server = new ServerProcess({ DATABASE_URL, LOG_LEVEL: 'fatal' })
  started.push(server)
  return server
}

describe('db:move of an installation', () => {
  test('db:move of an installation answers every GET from PostgreSQL as from SQLite, and keeps sessions', async () => {
    const before = rowsOfFile(file)
    expect(Object.keys(before).toSorted()).toEqual(TABLES.toSorted())
    const filled = Object.entries(before).filter(([table]) => !MAY_BE_EMPTY.test(table))
    for (const [table, rows] of filled) expect(rows.length, table).toBeGreaterThan(0)

    const { code, out, err } = await move()
    expect([code, err]).toEqual([0, ''])
    for (const phase of ['Moved', 'Verified'])
      for (const table of TABLES)
        expect(out).toMatch(new RegExp(`^${phase} ${table}: [\\d,]+ rows?(, sha256 [0-9a-f]{64})?$`, 'm'))
    expect(out.trimEnd().split('\n').slice(-3)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Moved [\\d,]+ rows in ${TABLES.length} tables from \\S+ to postgres:\\S+, and compared each of them; everybody stays signed in$`,
        ),
      ),
      'Attachments in the bucket (1) stay there: keep ATTACHMENT_STORE and the S3 keys',
      `Start the server on it with DATABASE_URL=${target}`,
    ])

    const url = await startServer(target).ready()
    const after = await readEverything(url, installation)
    expect([...after.keys()].toSorted()).toEqual([...answers.keys()].toSorted())
    for (const [path, answer] of after) expect(answer, path).toEqual(answers.get(path))
    expect((await request(url, 'POST', '/projects', { name: 'Made afterwards' }, installation.token)).status).toBe(201)
    expect(rowsOfFile(file)).toEqual(before)
  })

  test('db:move of an installation keeps the audit log whole, and its rows unchangeable', async () => {
    expect((await move()).code).toBe(0)
    const { code, out } = await runScript('audit.ts', ['verify'], { DATABASE_URL: target })
    expect([code, out]).toEqual([0, expect.stringMatching(/^The audit log is whole: \d+ events under 1 seal, /)])
    const client = new pg.Client(target)
    await client.connect()
    for (const statement of [`update audit_events set action = 'x'`, 'delete from audit_seals', 'truncate audit_seals'])
      await expect(client.query(statement)).rejects.toThrow(/^rows of audit_\w+ cannot be/)
    await client.end()
  })

  test('db:move of an installation refuses to run twice or into a database with data', async () => {
    expect((await move()).code).toBe(0)
    const moved = await rowsOfPostgres(target)
    expect(await move()).toEqual(
      notMoved(/\S+ holds data \(\w+\) and no unfinished move; a move takes an empty database/),
    )
    expect(await rowsOfPostgres(target)).toEqual(moved)
  })

  test('db:move keeps all rows of tables without a primary key, and replaces NUL characters', async () => {
    change(
      `insert into sign_in_failures values ('a' || char(0) || 'z', '::1', '2026'), ('aé', '::1', '2026'), ('aé', '::1', '2026')`,
    )
    change(
      `update test_results set trace = char(0) || 'x' || char(0) where id in (select id from test_results limit 2)`,
    )
    const { code, out, err } = await move()
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('PostgreSQL cannot store NUL characters: 5 became U+FFFD\n')
    const expected = Object.entries(rowsOfFile(file)).map(([table, rows]) => [
      table,
      rows.map((row) => row.replaceAll('\\u0000', '\uFFFD')).toSorted(),
    ])
    expect(withoutSecret(await rowsOfPostgres(target))).toEqual(Object.fromEntries(expected))
  })

  test('db:move of an installation refuses a number that PostgreSQL cannot store, and names the table', async () => {
    change('update test_cases set number = 3000000000 where id = (select max(id) from test_cases)')
    const { code, err } = await move()
    expect([code, err]).toEqual([
      1,
      'The move is not finished: test_cases: value "3000000000" is out of range for type integer; run the same command again to continue\n',
    ])
  })

  test('db:move of an installation reports a missing jwt-secret', async () => {
    const { code, out } = await move(`file:${await otherFile()}`)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('; the file has no jwt-secret in its folder, so set JWT_SECRET as before,'),
    ])
    expect((await rowsOfPostgres(target))['settings']).toEqual([])
  })
})

describe('an interrupted db:move', () => {
  let watcher: pg.Client
  beforeEach(async () => {
    const databases = await openDatabases({ postgres: target })
    await migrateToLatest(databases.writer)
    await databases.close()
    watcher = new pg.Client(target)
    await watcher.connect()
    await watcher.query('select pg_advisory_lock(1)')
    await watcher.query(`create function wait_for_test() returns trigger language plpgsql as $$ begin
      if (select place from db_move where table_name = tg_table_name) >= tg_argv[0]::bigint then perform pg_advisory_xact_lock(1); end if;
      return null;
    end $$`)
  })
  afterEach(() => watcher.end())

  /** Runs a move up to the batch with this position of a table. */
  async function moveUntil(table: string, place = 1) {
    await watcher.query(
      `create trigger stop_here before insert on ${table} for each statement execute function wait_for_test(${place})`,
    )
    const script = startScript('db-move.ts', ['--from', `file:${file}`, '--to', target], {})
    await someoneWaits('advisory')
    const kill = async () => {
      await killMove(script)
      await watcher.query(`drop trigger stop_here on ${table}`)
    }
    return { ...script, kill }
  }

  /** Runs a move until it compares the settings, which `holder` locks. */
  async function moveUntilVerifying() {
    const holder = new pg.Client(target)
    await holder.connect()
    const { ended, child } = await moveUntil('test_result_attempts')
    await holder.query('begin')
    await holder.query('lock table settings in access exclusive mode')
    await watcher.query('select pg_advisory_unlock(1)')
    await someoneWaits('relation')
    return { holder, ended, child }
  }

  async function someoneWaits(locktype: string): Promise<void> {
    for (;;) {
      const { rows } = await watcher.query(`select from pg_locks where locktype = $1 and not granted`, [locktype])
      if (rows.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Also ends the PostgreSQL session of the move, which would wait for the test. */
  async function killMove({ child, ended }: ReturnType<typeof startScript>): Promise<void> {
    child.kill('SIGKILL')
    await ended
    const ofMove = `pg_stat_activity where application_name = 'assay db:move'`
    while ((await watcher.query(`select pg_terminate_backend(pid) from ${ofMove}`)).rows.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
  }

  const arrived = async (table: string) =>
    Number((await watcher.query(`select rows from db_move where table_name = $1`, [table])).rows[0].rows)
  const origins = async () =>
    new Map<string, string>(
      (await watcher.query('select id, xmin::text from test_results')).rows.map(({ id, xmin }) => [id, xmin]),
    )

  test('db:move resumes after a kill at any time, and no server starts before its end', async () => {
    const total = rowsOfFile(file)['test_results']?.length as number
    for (const [table, place, results] of [
      ['users', 1, 0],
      ['test_cases', 1, 0],
      ['test_results', 1, 0],
      ['test_results', 2001, 2000],
      ['test_result_attempts', 2001, total],
    ] as const) {
      const { kill } = await moveUntil(table, place)
      await kill()
      expect(await arrived('test_results'), table).toBe(results)
    }
    const server = startServer(target)
    expect(await server.exited).toBe(1)
    expect(server.err).toBe(
      'Assay cannot start. DATABASE_URL: a move into this database is not finished; run npm run db:move again\n',
    )
    const before = await origins()

    const { holder, ...script } = await moveUntilVerifying()
    await killMove(script)
    await holder.end()
    const { code, out, err } = await move()
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('\nResuming the interrupted move\n')
    expect(await origins()).toEqual(before)
    expect(withoutSecret(await rowsOfPostgres(target))).toEqual(rowsOfFile(file))
    expect(
      (await request(await startServer(target).ready(), 'GET', '/auth/profile', undefined, installation.token)).status,
    ).toBe(200)
  })

  test('db:move finds every row that differs, and no server starts until all are equal', async () => {
    const { holder, ended } = await moveUntilVerifying()
    const {
      rows: [changed],
    } = await holder.query(
      `update test_cases set name = 'x', number = 9 where id = (select max(id) from test_cases) returning id`,
    )
    const {
      rows: [first],
    } = await holder.query(`delete from test_results where id = (select min(id) from test_results) returning id`)
    await holder.query(`insert into settings values ('a', 'b')`)
    await holder.query('commit')
    await holder.end()
    const { code, out, err } = await ended
    expect(code).toBe(1)
    const rest = String.raw`[\d,]+ rows in the file, [\d,]+ rows in PostgreSQL; first`
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^settings: ${rest}, key "a" should not be there$`)),
      expect.stringMatching(new RegExp(`^test_cases: ${rest}, id "${changed.id}" differs in number, name$`)),
      expect.stringMatching(new RegExp(`^test_results: ${rest}, id "${first.id}" is missing$`)),
      expect.stringMatching(
        new RegExp(`^test_result_attempts: ${rest}, test_result_id "${first.id}", number 1 is missing$`),
      ),
      expect.stringMatching(/ is not the same as \S+, and no server starts on it; empty it, and move again$/),
    ])
    expect(out).toMatch(/^Verified projects: /m)
    expect(out).not.toMatch(/^Verified test_cases: /m)
    expect(await startServer(target).exited).toBe(1)
    expect(await move()).toMatchObject({ code: 1, err })
    await watcher.query('drop schema public cascade')
    await watcher.query('create schema public')
    expect((await move()).code).toBe(0)
  })

  test('an interrupted db:move starts over when its file has changed', async () => {
    await (await moveUntil('test_results', 2001)).kill()
    change(`update users set name = 'Ada King' where email = 'ada@example.com'`)
    const { code, out } = await move()
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('\nThe file has changed since the interrupted move: starting over\n'),
    ])
    expect(withoutSecret(await rowsOfPostgres(target))).toEqual(rowsOfFile(file))
  })

  test('an interrupted db:move is not resumed by a move from another file', async () => {
    await (await moveUntil('test_results', 2001)).kill()
    expect(await move(`file:${await otherFile()}`)).toEqual(notMoved(/a move from \S+ into \S+ is not finished/))
    expect((await move()).code).toBe(0)
  })

  test('an interrupted db:move locks its file and its target while it runs', async () => {
    const { ended } = await moveUntil('test_results', 2001)
    const server = startServer(`file:${file}`)
    const other = move(`file:${await otherFile()}`)
    expect(await server.exited).toBe(1)
    expect(server.err).toMatch(/^Assay cannot start. DATABASE_URL: cannot use \S+: database is locked\n$/)
    expect(await other).toEqual(notMoved(/another move into \S+ is under way/))
    await watcher.query('select pg_advisory_unlock(1)')
    expect((await ended).code).toBe(0)
  })

  test('an interrupted db:move explains how to resume when it is stopped', async () => {
    const { child, ended } = await moveUntil('test_results', 2001)
    child.kill('SIGTERM')
    const { code, err } = await ended
    expect([code, err]).toEqual([1, 'The move is not finished: stopped; run the same command again to continue\n'])
    await watcher.query('select pg_advisory_unlock(1)')
    expect((await move()).code).toBe(0)
  })
})

function change(statement: string): void {
  const database = new SqliteDatabase(file)
  database.exec(statement)
  database.close()
}

/** Without the minute's wait. */
async function sealEvents(path: string): Promise<void> {
  const databases = await openDatabases({ file: path })
  await sealOldest(databases.writer, Date.now() + 1_000)
  await databases.close()
}

const otherFile = () => makeEmptyFile(join(folder.path, 'other/assay.db'))
