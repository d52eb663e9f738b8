import { type ExpressionBuilder, type ExpressionWrapper, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { ACTION_NAMES, actionLabel, targetOf } from '#shared/audit/actions.ts'
import type { AuditEvent, AuditFilter } from '#shared/audit/audit-event.ts'
import type { Authorized } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import type { AuditPersonalTable } from '../database/audit-tables.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { hasWord } from '../database/has-word.ts'
import { idsSince } from '../database/new-id.ts'
import type { Tables } from '../database/tables.ts'
import { giveWay } from '../limits/give-way.ts'

/* Events are read newest first, in slices of the log that give way: a filter may match few of many. */

/** Events of one slice, matching or not: about 5 ms. */
const SLICE = 2_000
/** A count reads nothing but an index. */
const COUNTED_SLICE = 10_000

/** Whose events are read, and what of them. Networks are for administrators. */
export type AuditScope = { project: Authorized<{ id: string }, 'audit.read'> } | { networks: true }

type Range = { from: string; before: string }
type Matching = Range & { condition: Condition }
type Condition = (
  eb: ExpressionBuilder<Tables, 'audit_events'>,
  range: Range,
) => ExpressionWrapper<Tables, 'audit_events', SqlBool>

/** What a filter asks for. The names in its words are looked up once. */
export async function matching(
  db: Db,
  scope: AuditScope,
  filter: AuditFilter & { cursor?: string | undefined },
): Promise<Matching> {
  const { action, actor, q, from, to, cursor } = filter
  const words = await Promise.all(
    (q ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => wordCondition(db, scope, word)),
  )
  const end = to ? idsSince(Date.parse(to) + 1) : LAST
  return {
    from: from ? idsSince(Date.parse(from)) : '',
    before: cursor !== undefined && cursor < end ? cursor : end,
    condition: (eb, range) =>
      eb.and([
        ...(action?.length ? [eb('audit_events.action', 'in', inList(db, action))] : []),
        ...(actor === undefined ? [] : [eb('audit_events.actor_id', '=', actor)]),
        ...words.map((word) => word(eb, range)),
      ]),
  }
}

/** Sorts after every id. */
const LAST = 'g'

/** Up to `limit` events, newest first. */
export async function readEvents(db: Db, scope: AuditScope, found: Matching, limit: number): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for await (const range of slicesOf(db, scope, found, SLICE)) {
    events.push(...(await eventsOf(db, scope, { ...found, ...range }, limit - events.length)))
    if (events.length >= limit) break
  }
  return events
}

/** All events, newest first, in chunks. */
export async function* eventChunks(db: Db, scope: AuditScope, found: Matching): AsyncGenerator<AuditEvent[]> {
  for await (const range of slicesOf(db, scope, found, SLICE))
    yield await eventsOf(db, scope, { ...found, ...range }, SLICE)
}

export async function countEvents(db: Db, scope: AuditScope, found: Matching): Promise<number> {
  let total = 0
  for await (const range of slicesOf(db, scope, found, COUNTED_SLICE)) {
    total += await countRows(eventsIn(db, scope, range).where((eb) => found.condition(eb, range)))
  }
  return total
}

/** The ranges of ids that have at most `size` events each, newest first. */
async function* slicesOf(db: Db, scope: AuditScope, { from, before }: Range, size: number): AsyncGenerator<Range> {
  for (let end = before; ;) {
    const ids = eventsIn(db, scope, { from, before: end }).select('audit_events.id').orderBy('audit_events.id', 'desc')
    const start = await ids
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst()
    yield { from: start?.id ?? from, before: end }
    if (!start) return
    end = start.id
    await giveWay()
  }
}

function eventsIn(db: Db, scope: AuditScope, { from, before }: Range) {
  const events = db
    .selectFrom('audit_events')
    .where('audit_events.id', '>=', from)
    .where('audit_events.id', '<', before)
  return 'project' in scope ? events.where('audit_events.project_id', '=', scope.project.id) : events
}

async function eventsOf(
  db: Db,
  scope: AuditScope,
  { condition, ...range }: Matching,
  limit: number,
): Promise<AuditEvent[]> {
  const rows = await withNames(eventsIn(db, scope, range).where((eb) => condition(eb, range)))
    .orderBy('audit_events.id', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const personal = await db
    .selectFrom('audit_personal')
    .select(['event_id', 'kind', 'text'])
    .where('event_id', 'in', inList(db, ids))
    .execute()
  const ofEvent = Map.groupBy(personal, ({ event_id }) => event_id)
  return rows.map((row) => toEvent(row, ofEvent.get(row.id) ?? [], 'networks' in scope))
}

function withNames(events: SelectQueryBuilder<Tables, 'audit_events', {}>) {
  return events
    .leftJoin('users as actor', 'actor.id', 'audit_events.actor_id')
    .leftJoin('projects as project', 'project.id', 'audit_events.project_id')
    .leftJoin('projects as credential_of', 'credential_of.id', 'audit_events.actor_id')
    .leftJoin('users as target_user', 'target_user.id', 'audit_events.target')
    .leftJoin('test_runs as target_run', 'target_run.id', 'audit_events.target')
    .selectAll('audit_events')
    .select([
      'actor.name as user_name',
      'credential_of.name as credential_name',
      'project.name as project_name',
      'target_user.name as target_user_name',
      'target_run.ref as target_run_ref',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

type Personal = Pick<AuditPersonalTable, 'kind' | 'text'>

function toEvent(row: Row, personal: Personal[], hasNetworks: boolean): AuditEvent {
  const textOf = (wanted: string) => personal.find(({ kind }) => kind === wanted)?.text ?? null
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.user_name ?? row.credential_name,
      credential: row.credential,
    },
    project: row.project_id === null ? null : { id: row.project_id, name: row.project_name },
    target: targetOfRow(row),
    before: fieldsOf(row.before),
    after: fieldsOf(row.after),
    email: textOf('email'),
    network: hasNetworks ? textOf('network') : null,
    isErased: Object.keys(fieldsOf(row.personal) ?? {}).some((kind) => textOf(kind) === null),
    requestId: row.request_id,
  }
}

function targetOfRow({ action, target, ...row }: Row): AuditEvent['target'] {
  const kind = targetOf(action)
  if (kind === null || target === null) return null
  const names = { user: row.target_user_name, project: row.project_name, run: row.target_run_ref }
  return { kind, id: target, name: names[kind as keyof typeof names] ?? null }
}

const fieldsOf = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, unknown>))

/** Ids of users and projects whose names have a word. */
const NAMED_MAX = 1_000

async function wordCondition(db: Db, scope: AuditScope, given: string): Promise<Condition> {
  const word = given.toLowerCase()
  const has = (column: string) => hasWord(column, given)
  const named = async (table: 'users' | 'projects') =>
    (await db.selectFrom(table).select('id').where(has('name')).limit(NAMED_MAX).execute()).map(({ id }) => id)
  const ids = [...(await named('users')), ...(await named('projects'))]
  const actions = ACTION_NAMES.filter((name) => `${name} ${actionLabel(name)}`.toLowerCase().includes(word))
  return (eb, range) =>
    eb.or([
      eb('audit_events.action', 'in', inList(db, actions)),
      ...(['actor_id', 'target', 'project_id'] as const).map((column) =>
        eb(`audit_events.${column}`, 'in', inList(db, ids)),
      ),
      eb('audit_events.request_id', '=', given),
      has('audit_events.before'),
      has('audit_events.after'),
      eb(
        'audit_events.id',
        'in',
        eb
          .selectFrom('audit_personal')
          .select('audit_personal.event_id')
          .where('audit_personal.event_id', '>=', range.from)
          .where('audit_personal.event_id', '<', range.before)
          .where('audit_personal.kind', 'in', 'networks' in scope ? ['email', 'network'] : ['email'])
          .where(has('audit_personal.text')),
      ),
    ])
}
