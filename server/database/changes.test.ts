import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptySummary } from '#shared/test-runs/summary.ts'
import { readConfig } from '../config.ts'
import { type Databases, type Db, openDatabases } from './databases.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { Writer } from './writer.ts'
import { type Change, ChangeSet, takeChanges, noteChange, noteContent, noteResults } from './changes.ts'
import { versionOfProject, versionOfRun } from './versions.ts'

let database: TestDatabase
let databases: Databases
beforeAll(async () => {
  database = await testDatabase({ isMigrated: true })
  databases = await openDatabases(readConfig({ DATABASE_URL: database.url }).DATABASE_URL)
})
afterAll(async () => {
  await databases.close()
  await database.remove()
})

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `result ${from + index}`)
const changeOf = (testRunId: string, resultIds: string[] | null) => ({ kind: 'results', testRunId, resultIds })

function writerTo(published: Change[][]): Writer {
  return new Writer(databases.writer, { ...databases, afterCommit: (changes) => published.push(changes) })
}

test('results of one transaction are merged by run without duplicates, and not listed beyond the limit', () => {
  const transaction = {} as Db
  noteResults(transaction, 'a', ['one'])
  noteResults(transaction, 'b', ids(101))
  noteResults(transaction, 'a', ['two', 'one'])
  noteResults(transaction, 'c', ids(100))
  noteResults(transaction, 'c', ids(100))
  noteResults(transaction, 'd', ids(60))
  noteResults(transaction, 'd', ids(60, 60))
  noteResults(transaction, 'd', ['one more'])
  expect(takeChanges(transaction).changes).toEqual([
    changeOf('a', ['one', 'two']),
    changeOf('b', null),
    changeOf('c', ids(100)),
    changeOf('d', null),
  ])
  expect(takeChanges(transaction).changes).toEqual([])
})

test('equal changes of one transaction are merged', () => {
  const transaction = {} as Db
  const changes: Exclude<Change, { kind: 'results' }>[] = [
    { kind: 'project', projectId: 'p' },
    { kind: 'project', projectId: 'p' },
    { kind: 'project', projectId: 'q' },
    { kind: 'member', projectId: 'p', userId: 'u' },
    { kind: 'member', projectId: 'p', userId: 'v' },
    { kind: 'run', projectId: 'p', testRunId: 'r' },
    { kind: 'run deleted', projectId: 'p', testRunId: 'r' },
    { kind: 'user', userId: 'u' },
  ]
  for (const change of changes) noteChange(transaction, change)
  expect(takeChanges(transaction).changes).toEqual([changes[0], ...changes.slice(2)])
})

test('changes of several transactions are merged until they are taken, once, and long lists stay unlisted', () => {
  const waiting = new ChangeSet()
  const project: Change = { kind: 'project', projectId: 'p' }
  for (const id of ['one', 'two']) waiting.add({ kind: 'results', testRunId: 'a', resultIds: [id] })
  for (const resultIds of [['one'], null, ['two']]) waiting.add({ kind: 'results', testRunId: 'b', resultIds })
  for (const change of [project, project]) waiting.add(change)
  expect(waiting.take()).toEqual([changeOf('a', ['one', 'two']), changeOf('b', null), project])
  expect(waiting.take()).toEqual([])
})

test('what transactions touch is sorted, so that all lock it in the same order', () => {
  const transaction = {} as Db
  for (const id of ['c', 'a', 'b']) {
    noteChange(transaction, { kind: 'project', projectId: id })
    noteResults(transaction, id, ['one'])
  }
  const sorted = ['a', 'b', 'c']
  expect(takeChanges(transaction).touched).toEqual({ projects: sorted, testRuns: sorted })
})

test('the changes of one commit are published together, before its first write resolves', async () => {
  const published: Change[][] = []
  const writer = writerTo(published)
  const note = (id: string) => writer.write({ testRun: 'run' }, async (trx) => noteResults(trx, 'run', [id]))
  await Promise.race([note('one'), note('two')])
  expect(published).toEqual([[changeOf('run', ['one', 'two'])]])
  await writer.write(null, async () => {})
  expect(published).toHaveLength(1)
})

test('a refused write publishes nothing, and the other writes of its group publish once each', async () => {
  const published: Change[][] = []
  const writer = writerTo(published)
  const note = (id: string, then = () => {}) =>
    writer.write({ testRun: 'run' }, async (trx) => {
      noteResults(trx, 'run', [id])
      then()
    })
  const refuse = () => {
    throw new Error('refused')
  }
  const outcomes = await Promise.allSettled([note('one'), note('two', refuse), note('three')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(published).toEqual([[changeOf('run', ['one'])], [changeOf('run', ['three'])]])
})

describe('versions', () => {
  const texts = { name: 'P', description: null, secret_hash: '', sealed_secret: '', created_at: '' }
  const versions = async () => [
    await versionOfProject(databases.reader, 'p'),
    await versionOfProject(databases.reader, 'q'),
    await versionOfRun(databases.reader, 'r'),
  ]
  beforeAll(async () => {
    const db = databases.writer
    for (const id of ['p', 'q'])
      await db
        .insertInto('projects')
        .values({ id, ...texts })
        .execute()
    const run = {
      project_id: 'p',
      ref: 'R1',
      search_text: '',
      status: 'running',
      created_at: '',
      key: null,
      description: null,
    } as const
    const nobody = { completed_at: null, created_by: null }
    await db
      .insertInto('test_runs')
      .values({ id: 'r', ...run, ...nobody, ...emptySummary() })
      .execute()
  })

  test.each<[string, (db: Db) => void, boolean[]]>([
    ['a result', (db) => noteResults(db, 'r', ['one']), [false, false, true]],
    ['a completed run', (db) => noteChange(db, { kind: 'run', projectId: 'p', testRunId: 'r' }), [false, false, true]],
    ['a renamed project', (db) => noteChange(db, { kind: 'project', projectId: 'p' }), [true, false, false]],
    ['a member', (db) => noteChange(db, { kind: 'member', projectId: 'q', userId: 'u' }), [false, true, false]],
    ['a new name in runs', (db) => noteChange(db, { kind: 'names', projectId: 'q' }), [false, false, false]],
    ['a new client secret', (db) => noteChange(db, { kind: 'credential', projectId: 'q' }), [false, true, false]],
    ['an edited case', (db) => noteContent(db, 'p'), [true, false, false]],
    ['a user', (db) => noteChange(db, { kind: 'user', userId: 'u' }), [false, false, false]],
  ])('versions of what %s touches are renewed with the commit', async (_, note, renewed) => {
    const before = await versions()
    await writerTo([]).write(null, async (trx) => note(trx))
    const after = await versions()
    expect(after.map((version, index) => version !== before[index])).toEqual(renewed)
  })

  test('versions stay when the write is refused', async () => {
    const before = await versions()
    const refused = writerTo([]).write(null, async (trx) => {
      noteContent(trx, 'p')
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await versions()).toEqual(before)
  })

  test('versions of one transaction are the same text, and no other transaction has it', async () => {
    const change = async (trx: Db) => {
      noteContent(trx, 'p')
      noteResults(trx, 'r', ['one'])
    }
    await writerTo([]).write(null, change)
    const [project, , run] = await versions()
    expect(project).toBe(run)
    await writerTo([]).write(null, change)
    expect((await versions())[0]).not.toBe(project)
  })

  test('versions are renewed for an edited case without a live message', async () => {
    const published: Change[][] = []
    await writerTo(published).write(null, async (trx) => noteContent(trx, 'p'))
    expect(published).toEqual([])
  })
})
