import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { isPart } from '../http/kept-parts.ts'
import { listProjectIdsOfUser } from '../projects/projects.repository.ts'
import { RENAMED_RUNS } from '../users/users.repository.ts'

/*
 * After a user is erased or has changed the name: what shows the old name goes, in short writes. The place in
 * `users.erasing` outlives a kill.
 */

const ANSWERS_AT_ONCE = 20
const ROWS_AT_ONCE = 200

export const isErasing = async (db: Db) => (await findErasing(db)) !== undefined

async function findErasing(db: Db): Promise<{ id: string; erasing: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'erasing'])
    .where('erasing', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, erasing: row.erasing as string }
}

/** Each step gets where it goes on, and returns where the next one does; undefined at its end. */
type Steps = Record<string, (db: Db, userId: string, from: string) => Promise<string | undefined>>

const AFTER_ERASURE: Steps = {
  answers: deleteAnswers,
  reports: renameInReports,
  events: async (db, userId, from) => await deleteNaming(db, 'outgoing_events', ['facts', 'body'], userId, from),
  notices: async (db, userId, from) => await deleteNaming(db, 'notices', ['facts'], userId, from),
  projects: async (db, _, from) => await renew(db, 'projects', from),
  runs: async (db, _, from) => await renew(db, 'test_runs', from),
}

/** The projects were renewed with the name. */
const AFTER_RENAMING: Steps = { [RENAMED_RUNS]: renewRunsOfMember }

/** Reads the place in its own transaction: another call may have erased the user, or changed the name again. */
export async function continueErasure(db: Db): Promise<void> {
  const found = await findErasing(db)
  if (!found) return
  const { id, erasing } = found
  const [name, from] = [erasing.slice(0, erasing.indexOf(':')), erasing.slice(erasing.indexOf(':') + 1)]
  const steps = name in AFTER_RENAMING ? AFTER_RENAMING : AFTER_ERASURE
  const next = await steps[name]?.(db, id, from)
  const names = Object.keys(steps)
  const following = names[names.indexOf(name) + 1]
  const place = next === undefined ? following && `${following}:` : `${name}:${next}`
  await db
    .updateTable('users')
    .set({ erasing: place ?? null })
    .where('id', '=', id)
    .execute()
}

/** Kept answers of the user, and those that show the user. */
async function deleteAnswers(db: Db, userId: string, from: string): Promise<string | undefined> {
  const [caller, key] = from === '' ? ['', ''] : (JSON.parse(from) as [string, string])
  const { rows } = await sql<{ caller: string; key: string; goes: number }>`select caller, key,
    case when caller = ${`user ${userId}`} or answer like ${`%${userId}%`} then 1 else 0 end as goes
    from idempotency_keys where (caller, key) > (${caller}, ${key})
    order by caller, key limit ${sql.lit(ANSWERS_AT_ONCE)}`.execute(db)
  for (const row of rows) {
    if (row.goes === 0) continue
    const kept = db.deleteFrom('idempotency_keys').where('caller', '=', row.caller)
    // Parts are of no use without the others.
    await (isPart(row) ? kept : kept.where('key', '=', row.key)).execute()
  }
  const last = rows.at(-1)
  return rows.length < ANSWERS_AT_ONCE || !last ? undefined : JSON.stringify([last.caller, last.key])
}

/** The stored answers to reports, which show who started the run: the same report is not recorded twice, so they stay. */
async function renameInReports(db: Db, userId: string, from: string): Promise<string | undefined> {
  const ids = await idsAfter(db, 'test_reports', from)
  const { name } = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('test_reports')
    .select(['id', 'answer'])
    .where('id', 'in', inList(db, ids))
    .where('answer', 'like', `%${userId}%`)
    .execute()
  for (const { id, answer } of rows) {
    const renamed = JSON.parse(answer, (_, value) => (value?.id === userId ? { ...value, name } : value))
    await db
      .updateTable('test_reports')
      .set({ answer: JSON.stringify(renamed) })
      .where('id', '=', id)
      .execute()
  }
  return nextAfter(ids)
}

type Naming = 'outgoing_events' | 'notices'

/** Rows whose texts name the user: events for other tools, with their deliveries, and notices to others. */
async function deleteNaming(
  db: Db,
  table: Naming,
  texts: string[],
  userId: string,
  from: string,
): Promise<string | undefined> {
  const ids = await idsAfter(db, table, from)
  const named = sql.join(
    texts.map((column) => sql`${sql.ref(column)} like ${`%${userId}%`}`),
    sql` or `,
  )
  await sql`delete from ${sql.table(table)} where id in ${inList(db, ids)} and (${named})`.execute(db)
  return nextAfter(ids)
}

/** Reads may show the user anywhere: all projects and runs get new versions, so that no cache keeps the name. */
async function renew(db: Db, table: 'projects' | 'test_runs', from: string): Promise<string | undefined> {
  const ids = await idsAfter(db, table, from)
  await db.updateTable(table).set({ version: randomUUID() }).where('id', 'in', inList(db, ids)).execute()
  return nextAfter(ids)
}

/** The runs of the user's projects. */
async function renewRunsOfMember(db: Db, userId: string, from: string): Promise<string | undefined> {
  const ids = await idsAfter(db, 'test_runs', from)
  const mine = db.selectFrom('project_members').select('project_id').where('user_id', '=', userId)
  await db
    .updateTable('test_runs')
    .set({ version: randomUUID() })
    .where('id', 'in', inList(db, ids))
    .where('project_id', 'in', mine)
    .execute()
  const next = nextAfter(ids)
  if (next === undefined) await noteNames(db, userId)
  return next
}

/** Open runs are read again, once no cache has the former name. */
async function noteNames(db: Db, userId: string): Promise<void> {
  for (const projectId of await listProjectIdsOfUser(db, { userId, projectIds: null }))
    noteChange(db, { kind: 'names', projectId })
}

async function idsAfter(
  db: Db,
  table: Naming | 'projects' | 'test_reports' | 'test_runs',
  from: string,
): Promise<string[]> {
  const rows = db.selectFrom(table).select('id').where('id', '>', from).orderBy('id').limit(ROWS_AT_ONCE)
  return (await rows.execute()).map(({ id }) => id)
}

const nextAfter = (ids: string[]) => (ids.length < ROWS_AT_ONCE ? undefined : ids.at(-1))
