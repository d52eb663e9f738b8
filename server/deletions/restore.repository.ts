import { sql } from 'kysely'
import type { Actor, Authorized } from '../authorize.ts'
import { CONTENT_COLUMNS } from '../database/case-columns.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { keepSearchableById } from '../database/search/texts.ts'
import type { DeletionRow } from './deletions.repository.ts'
import { findSuites } from './lost-suites.repository.ts'
import { renumberCases } from './numbers.repository.ts'
import { KEPT_COLUMNS } from './trash.repository.ts'

/** Puts the suites and cases of a deletion back, and forgets the deletion. Returns the number of cases. */
export async function restore(db: Db, actor: Actor, deletion: Authorized<DeletionRow, 'case.write'>): Promise<number> {
  await findSuites(db, actor, deletion)
  const count = await insertCases(db, deletion)
  await keepSearchableById(db, await idsOf(db, deletion.id))
  await renumberCases(db, deletion.id)
  await db.deleteFrom('deletions').where('id', '=', deletion.id).execute()
  noteChange(db, { kind: 'project', projectId: deletion.project_id })
  return count
}

async function idsOf(db: Db, deletionId: string): Promise<string[]> {
  const cases = await db.selectFrom('deleted_test_cases').select('id').where('deletion_id', '=', deletionId).execute()
  return cases.map(({ id }) => id)
}

const AS_KEPT = KEPT_COLUMNS.filter((column) => column !== 'number').filter((column) => column !== 'automation_key')

/** The cases with the numbers that renumberCases wants: that of the case before which each stands. */
async function insertCases(db: Db, { id, project_id }: DeletionRow): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('test_cases')
    .columns(['project_id', 'number', 'automation_key', ...AS_KEPT, ...CONTENT_COLUMNS])
    .expression((eb) =>
      eb
        .selectFrom('deleted_test_cases as deleted')
        .innerJoin('test_case_revisions as latest', (on) =>
          on.onRef('latest.test_case_id', '=', 'deleted.id').onRef('latest.revision', '=', 'deleted.revision'),
        )
        .select((row) => [
          row.val(project_id).as('project_id'),
          BEFORE.as('number'),
          freeKey(project_id).as('automation_key'),
        ])
        .select(AS_KEPT.map((column) => `deleted.${column}` as const))
        .select(CONTENT_COLUMNS.map((column) => `latest.${column}` as const))
        .where('deleted.deletion_id', '=', id),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

const LAST = sql`coalesce((select max(number) from test_cases where test_suite_id = deleted.test_suite_id), 0)`
const OLD = sql`deleted.number + 1 - row_number() over (partition by deleted.test_suite_id order by deleted.number)`
const BEFORE = sql<number>`case when ${OLD} <= ${LAST} then ${OLD} else ${LAST} + 1 end`

/** The automation key, or null when another case has it by now. */
const freeKey = (projectId: string) => sql<string | null>`case when not exists (
  select 1 from test_cases where project_id = ${projectId} and automation_key = deleted.automation_key
) then deleted.automation_key end`
