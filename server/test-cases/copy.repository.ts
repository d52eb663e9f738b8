import { sql } from 'kysely'
import type { Authorized } from '../authorize.ts'
import { CASE_COLUMNS } from '../database/case-columns.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { givenRows } from '../database/dialect.ts'
import { keepSearchableById, type MadeTexts } from '../database/search/texts.ts'
import type { TestSuiteRow } from '../test-suites/test-suites.repository.ts'
import { keepRevisions } from './bulk.repository.ts'
import { type Author, firstRevision } from './case-writes.repository.ts'
import { takeRefs } from './refs.repository.ts'

const COPIED = CASE_COLUMNS.filter((column) => column !== 'automation_key')
const GIVEN = { id: 'text', copyOf: 'text', ref: 'text', number: 'integer' } as const

export type Copy = { id: string; copyOf: string }

/** Adds copies of cases at the end of a suite, in this order. */
export async function copyCases(
  db: Db,
  suite: Authorized<TestSuiteRow, 'case.write'>,
  given: Copy[],
  { author, texts }: { author: Author; texts: MadeTexts | undefined },
): Promise<void> {
  const refs = await takeRefs(db, suite.project_id, given.length)
  const copies = given.map((copy, index) => ({
    ...copy,
    ref: refs[index] as string,
    number: suite.test_case_count + index + 1,
  }))
  const { created_at, updated_at, updated_by, revision } = firstRevision(new Date().toISOString(), author?.id ?? null)
  const own = { project_id: suite.project_id, test_suite_id: suite.id, created_at, updated_at, updated_by, revision }
  await db
    .insertInto('test_cases')
    .columns(['id', 'ref', 'number', ...(Object.keys(own) as (keyof typeof own)[]), ...COPIED])
    .expression(
      (eb) =>
        eb
          .selectFrom(givenRows(db, GIVEN, copies).as('given'))
          .innerJoin('test_cases', 'test_cases.id', 'given.copyOf')
          .select(['given.id', 'given.ref', 'given.number'])
          .select(Object.entries(own).map(([column, value]) => sql`${value}`.as(column)))
          .select(COPIED.map((column) => `test_cases.${column}` as const)) as never,
    )
    .execute()
  const copyIds = copies.map(({ id }) => id)
  await keepRevisions(db, copyIds)
  await keepSearchableById(db, copyIds, texts)
  noteChange(db, { kind: 'project', projectId: suite.project_id })
}
