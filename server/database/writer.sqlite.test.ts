import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Db, migrateToLatest } from './databases.ts'
import { openSqlite } from './sqlite.ts'
import { temporaryFolder } from '../testing/process.ts'
import { Writer } from './writer.ts'

let folder: ReturnType<typeof temporaryFolder>
let database: Database
let db: Db
let writer: Writer
/** Another connection to the same file, which sees only committed rows. */
let other: Database
beforeEach(async () => {
  folder = temporaryFolder()
  const file = `${folder.path}/assay.db`
  database = openSqlite(file)
  db = connect(database)
  await migrateToLatest(db)
  writer = new Writer(db, { lanes: 1 })
  other = openSqlite(file)
})
afterEach(async () => {
  other.close()
  await db.destroy()
  folder.remove()
})

const insert = (name: string) =>
  writer.write(null, async (trx) => {
    await trx
      .insertInto('projects')
      .values({ id: name, name, description: null, secret_hash: '', sealed_secret: '', created_at: '' })
      .execute()
    return name
  })
const committed = () =>
  (other.prepare('select name from projects order by rowid').all() as { name: string }[]).map(({ name }) => name)

test('a write resolves only after its commit, alone and in a group', async () => {
  expect(await insert('alone')).toBe('alone')
  expect(committed()).toEqual(['alone'])
  const names = Array.from({ length: 250 }, (_, index) => `p${index}`)
  await Promise.all(
    names.map(async (name) => {
      await insert(name)
      expect(committed()).toContain(name)
    }),
  )
})

test('writes run in the order of their calls', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `p${index}`)
  await Promise.all(names.map(insert))
  expect(committed()).toEqual(names)
})

test('other calls run between the writes of a caller that writes again and again', async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    running = setImmediate(turn)
  }
  let running = setImmediate(turn)
  const seen = new Set<number>()
  for (let count = 0; count < 20; count++) {
    await insert(`p${count}`)
    seen.add(turns)
  }
  clearImmediate(running)
  expect(seen.size).toBe(20)
})

test('a failing write is rolled back alone, and the other writes of its group are committed', async () => {
  const fail = () =>
    writer.write(null, async (trx) => {
      await trx
        .insertInto('projects')
        .values({ id: 'gone', name: 'gone', description: null, secret_hash: '', sealed_secret: '', created_at: '' })
        .execute()
      throw new Error('no')
    })
  const outcomes = await Promise.allSettled([insert('a'), fail(), insert('b'), insert('a'), insert('c'), fail()])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ])
  expect(committed()).toEqual(['a', 'b', 'c'])
  expect(await insert('after')).toBe('after')
})

test('a write sees the writes queued before it', async () => {
  const count = () =>
    writer.write(null, async (trx) => (await trx.selectFrom('projects').select('id').execute()).length)
  expect(await Promise.all([count(), insert('a'), count(), insert('b'), count()])).toEqual([0, 'a', 1, 'b', 2])
})

describe('writes of one batch', () => {
  /** The inputs that each call of the batch's work got. */
  let calls: string[][]
  beforeEach(() => (calls = []))

  const insertAll = async (trx: Db, names: string[]) => {
    calls.push(names)
    if (names.includes('refused')) throw new Error('no')
    const rest = { description: null, secret_hash: '', sealed_secret: '', created_at: '' }
    await trx
      .insertInto('projects')
      .values(names.map((name) => ({ ...rest, id: name, name })))
      .execute()
    return names.map((name) => `${name}!`)
  }
  const inBatch = (input: string, key = 'one') =>
    writer.write(null, async (trx) => (await insertAll(trx, [input]))[0], { key, input, work: insertAll })

  test('writes of one batch that wait together are one call, and each resolves to its own value', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map((name) => inBatch(name)))).toEqual(['a!', 'b!', 'c!'])
    expect([calls, committed()]).toEqual([[['a', 'b', 'c']], ['a', 'b', 'c']])
  })

  test('another write, or one of another key, keeps its place between them', async () => {
    await Promise.all([inBatch('a'), inBatch('b'), insert('c'), inBatch('d'), inBatch('e', 'other'), inBatch('f')])
    expect(calls).toEqual([['a', 'b'], ['d'], ['e'], ['f']])
    expect(committed()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('one that is refused is refused alone, and the others are committed', async () => {
    const outcomes = await Promise.allSettled(['a', 'refused', 'b'].map((name) => inBatch(name)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(calls).toEqual([['a', 'refused', 'b'], ['a'], ['refused'], ['b']])
    expect(committed()).toEqual(['a', 'b'])
  })
})

test('drain() waits for all queued writes', async () => {
  const writes = ['a', 'b', 'c'].map(insert)
  await writer.drain()
  expect(committed()).toEqual(['a', 'b', 'c'])
  await Promise.all(writes)
})

test('writes during a lock of another process wait for its end, and other calls go on meanwhile', async () => {
  other.exec('begin immediate')
  const waiting = ['a', 'b'].map(insert)
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  expect(committed()).toEqual([])
  other.exec('rollback')
  expect(await Promise.all(waiting)).toEqual(['a', 'b'])
})

test('a group fails as a whole when another process keeps its lock, and later writes work', async () => {
  writer = new Writer(connect(database, { lockMs: 10 }), { lanes: 1 })
  other.exec('begin immediate')
  const outcomes = await Promise.allSettled([insert('a'), insert('b')])
  const failure = { code: 'SERVICE_UNAVAILABLE', message: 'Another program has locked the database' }
  const refused = { status: 'rejected', reason: failure }
  expect(outcomes).toMatchObject([refused, refused])
  expect(writer.failure).toMatchObject(failure)
  other.exec('rollback')
  expect(await insert('c')).toBe('c')
  expect(writer.failure).toBeUndefined()
  expect(committed()).toEqual(['c'])
})

test('the reader connection refuses writes', async () => {
  const reader = connect(openSqlite(`${folder.path}/assay.db`, { queryOnly: true }))
  await expect(reader.deleteFrom('projects').execute()).rejects.toThrow('readonly')
  await reader.destroy()
})

test('a write learns when others begin to wait for it', async () => {
  const waiting: Promise<unknown>[] = []
  const seen = await writer.write(null, async (_, isAwaited) => {
    const alone = isAwaited()
    waiting.push(insert('later'))
    await new Promise(setImmediate)
    return [alone, isAwaited()]
  })
  await Promise.all(waiting)
  expect(seen).toEqual([false, true])
})

test('a call waits for one write in the background at most, and shares no commit with it', async () => {
  const order: string[] = []
  const later = async (name: string) =>
    await writer.writeLater(
      null,
      async (_, isAwaited) => void order.push(`${name} ${isAwaited() ? 'awaited' : 'alone'}`),
    )
  const call = async (name: string) => await writer.write(null, async () => void order.push(name))
  await Promise.all([later('long 1'), later('long 2'), later('long 3'), call('call 1'), call('call 2')])
  expect(order).toEqual(['long 1 awaited', 'call 1', 'call 2', 'long 2 alone', 'long 3 alone'])
})
