import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, migrateToLatest } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { request, ServerProcess, startFirstRun, temporaryFolder } from '#server/testing/process.ts'
import { runScript } from './testing.ts'

let folder: ReturnType<typeof temporaryFolder>
let env: Record<string, string>
beforeEach(() => {
  folder = temporaryFolder()
  env = { DATABASE_URL: `file:${at('assay.db')}`, LOG_LEVEL: 'fatal' }
})
afterEach(() => folder.remove())

const at = (name: string) => join(folder.path, name)

test('a backup under write load is consistent and has every write acknowledged before it began', async () => {
  const server = new ServerProcess(env)
  try {
    const url = await server.ready()
    const { token, testCase, run } = await startFirstRun(url)

    const acknowledged: string[] = []
    const over = new AbortController()
    let sent = 0
    const write = async () => {
      while (!over.signal.aborted) {
        const actualValue = `value ${sent++}`
        const { status } = await request(
          url,
          'POST',
          `/test-cases/${testCase.id}/execute`,
          { testRunId: run.id, actualValue },
          token,
        )
        expect(status).toBe(201)
        acknowledged.push(actualValue)
      }
    }
    const writers = Promise.all(Array.from({ length: 5 }, write))
    while (acknowledged.length < 100) await new Promise((resolve) => setTimeout(resolve, 10))
    const before = [...acknowledged]
    const { code, out } = await runScript('backup.ts', [at('copy.db')], env)
    const during = acknowledged.length - before.length
    over.abort()
    await writers

    expect([code, out]).toEqual([0, expect.stringMatching(/^Backed up .+ \([\d,]+ bytes, integrity checked\)\n$/)])
    expect(during).toBeGreaterThan(0)
    const copy = new SqliteDatabase(at('copy.db'), { readonly: true })
    const kept = copy.prepare(`select actual_value from test_result_attempts`).pluck().all() as string[]
    expect(before.filter((value) => !kept.includes(value))).toEqual([])
    // All tables are from the same moment: results count exactly the attempts in the copy.
    expect(copy.prepare(`select attempts from test_results`).pluck().get()).toBe(kept.length)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.pragma('foreign_key_check')).toEqual([])
    copy.close()
    expect(statSync(at('copy.db')).mode & 0o777).toBe(0o600)
  } finally {
    await server.kill('SIGKILL')
  }
})

describe('a backup of an idle database', () => {
  beforeEach(async () => {
    const db = connect(openSqlite(at('assay.db')))
    await migrateToLatest(db)
    await db.destroy()
  })

  test('a backup of an idle database does not overwrite a file', async () => {
    writeFileSync(at('copy.db'), 'precious')
    expect(await runScript('backup.ts', [at('copy.db')], env)).toEqual({
      code: 1,
      out: '',
      err: `${at('copy.db')} exists already\n`,
    })
    expect(statSync(at('copy.db')).size).toBe(8)
  })

  test('a backup in a folder is named by its time, and --keep removes only the oldest backups', async () => {
    mkdirSync(at('backups'))
    const old = ['01', '02', '03'].map((day) => `assay-2026-01-${day}T00-00-00.000Z.db`)
    const others = ['assay-by-hand.db', 'jwt-secret']
    for (const name of [...old, ...others]) writeFileSync(at(`backups/${name}`), '')
    const { code, out } = await runScript('backup.ts', [at('backups'), '--keep', '2'], env)
    expect(code).toBe(0)
    expect(out).toContain(`Removed the older backup ${old[0]}\n`)
    const names = readdirSync(at('backups'))
    expect(names).toEqual(expect.arrayContaining([old[2], ...others]))
    expect(names.filter((name) => !others.includes(name) && name !== old[2])).toEqual([
      expect.stringMatching(/^assay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/),
    ])
  })

  test('a backup of an idle database leaves no file and ends with code 1 when it fails', async () => {
    for (const target of ['no/folder/copy.db', 'assay.db/copy.db']) {
      const { code, err } = await runScript('backup.ts', [at(target)], env)
      expect([code, err]).toEqual([1, expect.stringMatching(/^No backup was made: .+\n$/)])
    }
  })

  test.each([
    ['no target', []],
    ['a target that a shell variable left empty', ['']],
    ['two targets', ['a.db', 'b.db']],
    ['an unknown option', ['--kep', '2']],
    ['--keep 0', ['.', '--keep', '0']],
    ['--keep for a file', ['a.db', '--keep', '2']],
    ['a folder that is not there', ['no-folder/']],
  ])('a backup of an idle database ends with code 2 and says how to call it: %s', async (_, args) => {
    const { code, err } = await runScript('backup.ts', args, env)
    expect([code, err]).toEqual([2, expect.stringContaining('npm run backup -- TARGET')])
  })
})

test('a backup of a damaged database fails and is not kept', async () => {
  const database = new SqliteDatabase(at('assay.db'))
  database.exec(`create table a (id integer primary key); create table b (a_id integer references a)`)
  database.pragma('foreign_keys = off')
  database.exec(`insert into b values (1)`)
  database.close()
  const { code, err } = await runScript('backup.ts', [at('copy.db')], env)
  expect([code, err]).toEqual([
    1,
    'No backup was made: it is damaged: a row of b refers to a row of a that is not there\n',
  ])
  expect(readdirSync(folder.path)).toEqual(['assay.db'])
})

test('a backup without a database fails', async () => {
  expect(await runScript('backup.ts', [at('copy.db')], env)).toEqual({
    code: 1,
    out: '',
    err: `There is no database at ${at('assay.db')}\n`,
  })
})
