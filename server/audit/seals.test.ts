import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../database/databases.ts'
import { isOnPostgres } from '../testing/database.ts'
import { type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { AuditSealer } from './audit-sealer.ts'
import { audit } from './audit.ts'
import { erasePersonal } from './audit.repository.ts'
import { lineOf, sealOldest, sha256 } from './seals.repository.ts'
import { verifyAudit } from './verify.ts'

const DAY_MS = 86_400_000

let server: TestServer
let ada: Person
let ids: string[]
beforeEach(async () => {
  server = await startTestServer()
  ada = await server.person('Ada')
  for (const name of ['Shop', 'Cart', 'Search']) await server.project(ada, name)
  await seal()
  await server.project(ada, 'Receipt')
  await seal()
  ids = (await server.services.db.selectFrom('audit_events').select('id').orderBy('id').execute()).map(({ id }) => id)
})
afterEach(() => server.close())

const write = <T>(work: (db: Db) => Promise<T>) => server.services.write(null, work)
/** All events so far. */
const seal = () => write((db) => sealOldest(db, Date.now() + 1_000))
const verify = () => verifyAudit(server.services.db)
const run = (statement: string) => write((db) => sql.raw(statement).execute(db))

const drop = (table: string, trigger: string) =>
  run(`drop trigger ${table}_${trigger}${isOnPostgres ? ` on ${table}` : ''}`)

/** Makes events look older than they are, as only somebody can who drops the triggers. */
async function makeOlder(days: number): Promise<void> {
  for (const [table, column] of [
    ['audit_events', 'at'],
    ['audit_seals', 'sealed_at'],
  ] as const) {
    await drop(table, 'unchanged')
    await run(`update ${table} set ${column} = '${new Date(Date.now() - days * DAY_MS).toISOString()}'`)
  }
}

describe('the database refuses', () => {
  const STATEMENTS: [string, string, string][] = [
    ['a change of an event', "update audit_events set action = 'x'", 'rows of audit_events cannot be changed'],
    ['a change of a seal', "update audit_seals set hash = 'x'", 'rows of audit_seals cannot be changed'],
    ['a deletion of an event', 'delete from audit_events', 'rows of audit_events cannot be deleted within 90 days'],
    ['a deletion of a seal', 'delete from audit_seals', 'rows of audit_seals cannot be deleted within 90 days'],
  ]
  if (isOnPostgres)
    STATEMENTS.push(['an empty log', 'truncate audit_events cascade', 'audit_events cannot be deleted within 90 days'])
  test.each(STATEMENTS)('%s', async (_, statement, refusal) => {
    await expect(run(statement)).rejects.toThrow(refusal)
    expect(await verify()).toMatchObject({ events: 5, seals: 2, unsealed: 0 })
  })
})

describe('verify', () => {
  test('all events are under seals that follow each other, and a seal is the hash of their lines', async () => {
    const seals = await server.services.db.selectFrom('audit_seals').selectAll().orderBy('number').execute()
    const events = await server.services.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
    expect(seals.map(({ number, from_id, to_id, count }) => [number, from_id, to_id, count])).toEqual([
      [1, ids[0], ids[3], 4],
      [2, ids[4], ids[4], 1],
    ])
    const first = sha256(events.slice(0, 4).map(lineOf).join(''))
    expect(seals.map(({ hash }) => hash)).toEqual([first, sha256(first + lineOf(events[4] as never))])
    await server.project(ada, 'Later')
    const last = { number: 2, hash: seals[1]?.hash, to_id: ids[4] }
    expect(await verify()).toEqual({ events: 5, seals: 2, unsealed: 1, last })
  })

  test.each<[string, () => Promise<unknown>, () => string]>([
    [
      'a changed event',
      async () => {
        await drop('audit_events', 'unchanged')
        await run(`update audit_events set actor_id = null where id = '${ids[2]}'`)
      },
      () => `Event ${ids[2]} was changed (seal 1, `,
    ],
    [
      'a missing event',
      async () => {
        await drop('audit_events', 'kept')
        await run(`delete from audit_events where id = '${ids[1]}'`)
      },
      () => `Event ${ids[1]} is missing (seal 1, `,
    ],
    [
      'a late event',
      async () => {
        const late = ids[2]?.replace(/.$/, (last) => (last === 'f' ? 'e' : 'f'))
        await run(`insert into audit_events (id, at, actor_kind, action)
          select '${late}', at, 'user', action from audit_events where id = '${ids[2]}'`)
      },
      () => 'is late: it was not there when its time was sealed (seal 1, ',
    ],
    [
      'a changed network',
      () => run(`update audit_personal set text = '10.0.0.1' where event_id = '${ids[3]}'`),
      () => `The network of event ${ids[3]} was changed`,
    ],
    [
      'an event that was changed with its entry in the seal',
      async () => {
        await drop('audit_events', 'unchanged')
        await drop('audit_seals', 'unchanged')
        await run(`update audit_events set target = null where id = '${ids[4]}'`)
        const event = await server.services.db
          .selectFrom('audit_events')
          .selectAll()
          .where('id', '=', ids[4] as string)
          .executeTakeFirstOrThrow()
        await run(`update audit_seals set events = '[["${ids[4]}","${sha256(lineOf(event))}"]]' where number = 2`)
      },
      () => 'Seal 2 was changed',
    ],
    [
      'a missing seal',
      async () => {
        await seal()
        await server.project(ada, 'Third')
        await seal()
        await drop('audit_seals', 'kept')
        await run('delete from audit_seals where number = 2')
      },
      () => 'Seal 2 is missing',
    ],
    [
      'a seal that was made anew',
      async () => {
        await drop('audit_seals', 'unchanged')
        await run(`update audit_seals set hash = '${'0'.repeat(64)}' where number = 1`)
      },
      () => 'Seal 1 was changed',
    ],
  ])('%s is named', async (_, tamper, named) => {
    await tamper()
    expect(await verify()).toEqual({ problem: expect.stringContaining(named()) })
  })

  test('erased addresses and networks are gone, and the seals still fit', async () => {
    const ben = await server.person('Ben')
    const [{ id: projectId }] = (await server.get('/projects', ada)).body
    await server.post(`/invite/create/${projectId}`, { email: ben.email }, ada)
    await server.post('/auth/sign-in', { email: ben.email, password: ben.password })
    await seal()
    await write((db) => erasePersonal(db, ben.id, [ben.email]))
    const { body } = await server.get('/admin/audit', ada)
    expect(JSON.stringify(body)).not.toContain(ben.email)
    const ofBen = body.filter(({ actor }: any) => actor.id === ben.id)
    expect(ofBen.length).toBe(2)
    for (const event of ofBen) expect(event).toMatchObject({ network: null, isErased: true })
    const invited = body.find(({ action }: any) => action === 'invite.created')
    expect(invited).toMatchObject({ email: null, network: '127.0.0.1', isErased: true })
    expect(await verify()).toMatchObject({ events: 8, unsealed: 0 })
  })
})

describe('the sealer', () => {
  const lines: [object, string][] = []
  const log = {
    info: (seal: object, text: string) => lines.push([seal, text]),
    error: (error: unknown) => lines.push([{ error }, '']),
  }
  const sealOnce = async (AUDIT_DAYS = 400) => {
    lines.length = 0
    const sealer = new AuditSealer({
      ...server.services,
      log,
      config: { ...server.services.config, AUDIT_DAYS },
    } as never)
    sealer.start()
    await sealer.settled()
    await sealer.close()
  }

  test('events of the last minute wait; older ones are sealed in turn, and the log has the seals', async () => {
    await server.project(ada, 'New')
    await sealOnce()
    expect([lines, await verify()]).toEqual([[], expect.objectContaining({ seals: 2, unsealed: 1 })])
    const now = Date.now
    try {
      Date.now = () => now() + 61_000
      await sealOnce()
    } finally {
      Date.now = now
    }
    const [last] = await server.services.db.selectFrom('audit_seals').selectAll().where('number', '=', 3).execute()
    const { from_id: from, to_id: to, hash } = last as NonNullable<typeof last>
    expect(lines).toEqual([[{ number: 3, from, to, count: 1, hash }, 'audit log sealed']])
    expect(await verify()).toMatchObject({ seals: 3, unsealed: 0 })
  })

  test('whole seals are purged after AUDIT_DAYS, and what is left still fits', async () => {
    await sealOnce(90)
    expect(await verify()).toMatchObject({ seals: 2 })
    await makeOlder(91)
    await run(`update audit_seals set sealed_at = '${new Date().toISOString()}' where number = 2`)
    await sealOnce(90)
    expect(lines).toEqual([])
    const left = await server.services.db.selectFrom('audit_events').select('id').execute()
    expect(left).toEqual([{ id: ids[4] }])
    expect(await server.services.db.selectFrom('audit_personal').select('event_id').execute()).toEqual([
      { event_id: ids[4] },
    ])
  })

  test('more events than fit under one seal get several, and servers that seal at once make no two of one number', async () => {
    await write(async (db) => {
      for (let count = 0; count < 1_100; count++) await audit(db, {}, { action: 'settings.changed' })
    })
    const sealed = await Promise.all(Array.from({ length: 6 }, seal))
    const counts = sealed.flatMap((made) => (made ? [made.count] : []))
    expect(counts.toSorted()).toEqual([100, 500, 500])
    expect(await verify()).toMatchObject({ events: 1_105, seals: 5, unsealed: 0 })
  })
})
