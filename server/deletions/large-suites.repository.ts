import { sql, type SqlBool } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { CASES_AT_ONCE } from './cases-at-once.ts'
import { bringCasesBack, trashCasesById } from './deleted-cases.repository.ts'
import type { DeletionRow } from './deletions.repository.ts'
import { placeDeletedSuites, renumberSuites } from './numbers.repository.ts'

/*
 * A suite with many cases is hidden while they are deleted or restored, some per transaction. A hidden suite has the
 * number 0; its deletion says whether it is being restored.
 */

const LARGE = 1_000

export const isLarge = (cases: number) => cases > LARGE

export async function hideSuite(db: Db, id: string): Promise<void> {
  await db.updateTable('test_suites').set({ number: 0 }).where('id', '=', id).execute()
}

type Moving = Awaited<ReturnType<ReturnType<typeof selectMoving>['executeTakeFirstOrThrow']>>

export async function findMoving(db: Db, projectId?: string): Promise<Moving | undefined> {
  return await selectMoving(db)
    .innerJoin('projects', 'projects.id', 'test_suites.project_id')
    .where('projects.deleted_at', 'is', null)
    .$if(projectId !== undefined, (query) => query.where('test_suites.project_id', '=', projectId as string))
    .limit(1)
    .executeTakeFirst()
}

function selectMoving(db: Db) {
  return db
    .selectFrom('test_suites')
    .innerJoin('deleted_test_suites', 'deleted_test_suites.id', 'test_suites.id')
    .innerJoin('deletions', 'deletions.id', 'deleted_test_suites.deletion_id')
    .select(['test_suites.id', 'test_suites.project_id', 'deleted_test_suites.number'])
    .select(['deletions.id as deletion_id', 'deletions.restored_at'])
    .where(sql<SqlBool>`test_suites.number = 0`)
}

/** Moves some cases of a hidden suite. Returns whether all are moved, and the suite is deleted or shown again. */
export async function moveCases(db: Db, { id }: Pick<Moving, 'id'>): Promise<boolean> {
  // Another server may have moved the rest.
  const moving = await selectMoving(db).where('test_suites.id', '=', id).executeTakeFirst()
  if (!moving) return true
  return moving.restored_at === null ? await trashCases(db, moving) : await bringBack(db, moving)
}

async function trashCases(db: Db, { id, deletion_id }: Pick<Moving, 'id' | 'deletion_id'>): Promise<boolean> {
  const cases = db.selectFrom('test_cases').select('id').where('test_suite_id', '=', id).orderBy('rank')
  const ids = (await cases.limit(CASES_AT_ONCE).execute()).map((row) => row.id)
  await trashCasesById(db, deletion_id, ids)
  if (ids.length === CASES_AT_ONCE) return false
  await db.deleteFrom('test_suites').where('id', '=', id).execute()
  return true
}

/** The number of cases, if the deletion is of one large suite whose position is still free; otherwise undefined. */
export async function countOfLarge(db: Db, { id, project_id }: DeletionRow): Promise<number | undefined> {
  const suites = await db
    .selectFrom('deleted_test_suites')
    .select(['id', 'name'])
    .where('deletion_id', '=', id)
    .execute()
  const [suite] = suites
  if (!suite || suites.length > 1) return undefined
  const cases = db.selectFrom('deleted_test_cases').where('deletion_id', '=', id).where('test_suite_id', '=', suite.id)
  const count = await countRows(cases)
  if (!isLarge(count)) return undefined
  const other = await db
    .selectFrom('test_suites')
    .select('id')
    .where('project_id', '=', project_id)
    .where('name', '=', suite.name)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()
  return other ? undefined : count
}

export async function beginRestore(db: Db, { id, project_id }: DeletionRow): Promise<void> {
  await db.updateTable('deletions').set({ restored_at: new Date().toISOString() }).where('id', '=', id).execute()
  const columns = ['id', 'name', 'description', 'created_at'] as const
  await db
    .insertInto('test_suites')
    .columns(['project_id', 'number', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('deleted_test_suites')
        .select((row) => [row.val(project_id).as('project_id'), row.lit(0).as('number'), ...columns])
        .where('deletion_id', '=', id),
    )
    .execute()
}

async function bringBack(db: Db, { id, project_id, deletion_id, number }: Moving): Promise<boolean> {
  const cases = db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletion_id)
  const inOrder = cases.orderBy('test_suite_id').orderBy('rank').limit(CASES_AT_ONCE)
  const ids = (await inOrder.execute()).map((row) => row.id)
  await bringCasesBack(db, { projectId: project_id, suiteId: id, ids })
  if (ids.length === CASES_AT_ONCE) return false
  await db.updateTable('test_suites').set({ number }).where('id', '=', id).execute()
  await renumberSuites(db, project_id, [id])
  await placeDeletedSuites(db, project_id, [id], 'restored')
  await db.deleteFrom('deletions').where('id', '=', deletion_id).execute()
  noteChange(db, { kind: 'project', projectId: project_id })
  return true
}
