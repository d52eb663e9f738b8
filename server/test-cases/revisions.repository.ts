import type { StoredContent } from '#shared/test-cases/test-case.ts'
import type { TestCaseRevision } from '#shared/test-cases/revision.ts'
import type { PageInput } from '#shared/page.ts'
import { type Actor, authorize, type Authorized, preparedForActor, roleIn } from '../authorize.ts'
import { toCaseContent } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { NO_LIMIT, rowsToRead } from '../http/paging.ts'

/** A case that may be deleted: its revisions stay. */
type KnownCase = { id: string; role: string | null }

/** The case of some revisions, if the actor may read it. Throws NOT_FOUND. */
export async function findCaseOfRevisions(
  db: Db,
  actor: Actor,
  id: string,
): Promise<Authorized<KnownCase, 'project.read'>> {
  const [row] = await caseForActor(db, actor, { id })
  return authorize(actor, row, 'project.read', 'Test case')
}

const caseForActor = preparedForActor((db, actor, param: Param<{ id: string }>) =>
  db
    .selectFrom('test_case_revisions')
    .select(['test_case_id as id', roleIn(actor, 'test_case_revisions.project_id').as('role')])
    .where('test_case_id', '=', param('id'))
    .limit(1),
)

/** Newest first. One more than the limit if more follow. */
export async function listRevisions(
  db: Db,
  { id }: Authorized<KnownCase, 'project.read'>,
  { limit, offset = 0 }: PageInput,
): Promise<TestCaseRevision[]> {
  const rows = await revisionsOfCase(db, { id, limit: rowsToRead(limit) ?? NO_LIMIT, offset })
  return rows.map((row) => ({
    revision: row.revision,
    changedAt: row.changed_at,
    changedBy: row.changed_by === null ? null : { id: row.changed_by, name: row.changed_by_name ?? '' },
    testSuiteId: row.test_suite_id,
    ...toCaseContent(row),
  }))
}

const revisionsOfCase = prepared((db, param: Param<{ id: string; limit: number; offset: number }>) =>
  db
    .selectFrom('test_case_revisions')
    .leftJoin('users', 'users.id', 'test_case_revisions.changed_by')
    .selectAll('test_case_revisions')
    .select('users.name as changed_by_name')
    .where('test_case_id', '=', param('id'))
    .orderBy('revision', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function countRevisions(db: Db, { id }: KnownCase): Promise<number> {
  const [row] = await countOfRevisions(db, { id })
  return row?.count ?? 0
}

const countOfRevisions = prepared((db, param: Param<{ id: string }>) =>
  db
    .selectFrom('test_case_revisions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('test_case_id', '=', param('id')),
)

/** Who made cases, null for the project's credential. For callers already authorized for them. */
export async function findAuthors(db: Db, ids: string[]): Promise<Map<string, { id: string } | null>> {
  if (ids.length === 0) return new Map()
  const rows = await firstRevisions(db, { ids })
  return new Map(rows.map(({ id, author }) => [id, author === null ? null : { id: author }]))
}

const firstRevisions = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_case_revisions')
    .select(['test_case_id as id', 'changed_by as author'])
    .where('test_case_id', 'in', inList(db, param('ids')))
    .where('revision', '=', 1),
)

export async function findRevision(
  db: Db,
  { id }: Authorized<KnownCase, 'case.write'>,
  revision: number,
): Promise<StoredContent | undefined> {
  const row = await db
    .selectFrom('test_case_revisions')
    .selectAll()
    .where('test_case_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && toCaseContent(row)
}
