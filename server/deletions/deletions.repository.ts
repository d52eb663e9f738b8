import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type DeletedCase, SHOWN_CASES_MAX } from '#shared/deletions/deletion.ts'
import { TRASH_DAYS } from '#shared/deletions/trash-days.ts'
import type { Permission } from '#shared/permissions.ts'
import { type Actor, authorize, type Authorized, refOf, roleIn } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { hasWord } from '../database/has-word.ts'
import type { DeletionTable } from '../database/case-tables.ts'
import { NO_LIMIT } from '../http/paging.ts'
import { DAY_MS, timeAgo } from '../times.ts'

export type DeletionRow = Selectable<DeletionTable>

/** Earlier deletions can no longer be undone. */
export const trashSince = () => timeAgo(TRASH_DAYS * DAY_MS)

/** The deletion of the project, if it can be undone and the actor has the permission. Throws NOT_FOUND or FORBIDDEN. */
export async function findDeletion<P extends Permission>(
  db: Db,
  actor: Actor,
  { id, deletionId }: { id: string; deletionId: string },
  permission: P,
): Promise<Authorized<DeletionRow & { role: string | null }, P>> {
  const row = await db
    .selectFrom('deletions')
    .selectAll()
    .select(roleIn(refOf(actor), 'deletions.project_id').as('role'))
    .where('id', '=', deletionId)
    .where('project_id', '=', id)
    .where('deleted_at', '>=', trashSince())
    .where('restored_at', 'is', null)
    .executeTakeFirst()
  return authorize(actor, row, permission, 'Deletion')
}

type Bounds = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined }

/** The deletions that can be undone, newest first. With words: those in which a case or a suite has all of them. */
export async function listDeletionRows(
  db: Db,
  projectId: string,
  words: string[],
  { limit = NO_LIMIT, offset = 0, cursor }: Bounds,
) {
  let rows = selectDeletions(db, projectId, words)
    .leftJoin('users', 'users.id', 'deletions.deleted_by')
    .selectAll('deletions')
    .select('users.name as deleted_by_name')
  if (cursor !== undefined) rows = rows.where('deletions.id', '<', cursor)
  return await rows.orderBy('deletions.id', 'desc').limit(limit).offset(offset).execute()
}

export async function countDeletions(db: Db, projectId: string, words: string[]): Promise<number> {
  return await countRows(selectDeletions(db, projectId, words))
}

function selectDeletions(db: Db, projectId: string, words: string[]) {
  const all = db
    .selectFrom('deletions')
    .where('deletions.project_id', '=', projectId)
    .where('deletions.deleted_at', '>=', trashSince())
    .where('deletions.restored_at', 'is', null)
  if (words.length === 0) return all
  return all.where((eb) =>
    eb.or([
      eb.exists(
        selectCases(db)
          .select('deleted.id')
          .where(sql<SqlBool>`deleted.deletion_id = deletions.id`)
          .where((of) => hasWords(of, CASE_TEXTS, words)),
      ),
      eb.exists(
        eb
          .selectFrom('deleted_test_suites as suite')
          .select('suite.id')
          .whereRef('suite.deletion_id', '=', 'deletions.id')
          .where((of) => hasWords(of, ['suite.name'], words)),
      ),
    ]),
  )
}

export async function listDeletedSuites(db: Db, deletionIds: string[]) {
  return await db
    .selectFrom('deleted_test_suites')
    .select(['id', 'name', 'deletion_id'])
    .where('deletion_id', 'in', inList(db, deletionIds))
    .orderBy('number')
    .orderBy('rank')
    .execute()
}

/** The first cases of each deletion, by suite and rank. With words: those that have all of them. */
export async function listDeletedCases(
  db: Db,
  deletionIds: string[],
  words: string[],
): Promise<(DeletedCase & { deletion_id: string })[]> {
  const ranked = selectCases(db)
    .select([
      'deleted.deletion_id',
      'deleted.id',
      'deleted.ref',
      'latest.name',
      'deleted.test_suite_id as testSuiteId',
      'deleted.suite_name as suiteName',
      sql<number>`row_number() over (partition by deleted.deletion_id order by deleted.test_suite_id, deleted.rank)`.as(
        'place',
      ),
    ])
    .where('deleted.deletion_id', 'in', inList(db, deletionIds))
    .where((eb) => hasWords(eb, CASE_TEXTS, words))
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', SHOWN_CASES_MAX)
    .orderBy('deletion_id')
    .orderBy('place')
    .execute()
  return rows.map(({ place: _, ...row }) => row)
}

/**
 * The number of cases of each suite in a deletion, including cases that are yet to be moved to the trash. A single
 * statement, because between two a case could move and be counted twice or not at all.
 */
export async function countDeletedCases(db: Db, deletionIds: string[]) {
  return await db
    .selectFrom('deleted_test_suites')
    .innerJoin('test_cases', 'test_cases.test_suite_id', 'deleted_test_suites.id')
    .select((eb) => ['deletion_id', 'test_suite_id', eb.fn.countAll<number>().as('count')])
    .where('deletion_id', 'in', inList(db, deletionIds))
    .groupBy(['deletion_id', 'test_suite_id'])
    .unionAll((eb) =>
      eb
        .selectFrom('deleted_test_cases')
        .select((of) => ['deletion_id', 'test_suite_id', of.fn.countAll<number>().as('count')])
        .where('deletion_id', 'in', inList(db, deletionIds))
        .groupBy(['deletion_id', 'test_suite_id']),
    )
    .execute()
}

const CASE_TEXTS = ['latest.name', 'deleted.ref', 'deleted.suite_name']

function selectCases(db: Db) {
  return db
    .selectFrom('deleted_test_cases as deleted')
    .innerJoin('test_case_revisions as latest', (join) =>
      join.onRef('latest.test_case_id', '=', 'deleted.id').onRef('latest.revision', '=', 'deleted.revision'),
    )
}

/** Whether each word occurs in a text. */
function hasWords(eb: ExpressionBuilder<any, any>, texts: string[], words: string[]): Expression<SqlBool> {
  return eb.and(words.map((word) => eb.or(texts.map((text) => hasWord(text, word)))))
}

const SOME = 20

/** The ids of the first cases of a deletion. */
export async function listSomeDeletedCases(db: Db, deletionId: string): Promise<string[]> {
  const rows = db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletionId)
  return (await rows.orderBy('test_suite_id').orderBy('rank').limit(SOME).execute()).map(({ id }) => id)
}
