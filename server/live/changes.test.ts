import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Databases, type Db, openDatabases } from '../database/databases.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { Writer } from '../database/writer.ts'
import { type Change, takeChanges, tellChange, tellResults } from './changes.ts'

/* What a write tells of is published after its commit, and only then. */

let database: TestDatabase
let databases: Databases
beforeAll(async () => {
  database = await testDatabase()
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

test('the results of one transaction are joined by run, each once, and not named when they are too many', () => {
  const transaction = {} as Db
  tellResults(transaction, 'a', ['one'])
  tellResults(transaction, 'b', ids(101))
  tellResults(transaction, 'a', ['two', 'one'])
  tellResults(transaction, 'c', ids(100))
  tellResults(transaction, 'c', ids(100))
  tellResults(transaction, 'd', ids(60))
  tellResults(transaction, 'd', ids(60, 60))
  tellResults(transaction, 'd', ['one more'])
  expect(takeChanges(transaction)).toEqual([
    changeOf('a', ['one', 'two']),
    changeOf('b', null),
    changeOf('c', ids(100)),
    changeOf('d', null),
  ])
  expect(takeChanges(transaction)).toEqual([])
})

test('other changes are told once for each that they are about', () => {
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
  for (const change of changes) tellChange(transaction, change)
  expect(takeChanges(transaction)).toEqual([changes[0], ...changes.slice(2)])
})

test('writes that are committed together publish together, before the first of them is answered', async () => {
  const published: Change[][] = []
  const writer = writerTo(published)
  const tell = (id: string) => writer.write({ testRun: 'run' }, async (trx) => tellResults(trx, 'run', [id]))
  await Promise.race([tell('one'), tell('two')])
  expect(published).toEqual([[changeOf('run', ['one', 'two'])]])
  await writer.write(null, async () => {})
  expect(published).toHaveLength(1)
})

test('a write that is refused publishes nothing, and those that waited with it once each', async () => {
  const published: Change[][] = []
  const writer = writerTo(published)
  const tell = (id: string, then = () => {}) =>
    writer.write({ testRun: 'run' }, async (trx) => {
      tellResults(trx, 'run', [id])
      then()
    })
  const refuse = () => {
    throw new Error('refused')
  }
  const outcomes = await Promise.allSettled([tell('one'), tell('two', refuse), tell('three')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(published).toEqual([[changeOf('run', ['one'])], [changeOf('run', ['three'])]])
})
