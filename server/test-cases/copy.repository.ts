import { sql } from 'kysely'
import { CASE_COLUMNS } from '../database/case-columns.ts'
import { lastNumber } from '../database/case-numbers.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { givenRows } from '../database/dialect.ts'
import { rankOfRef } from '../database/ranks.ts'
import { keepSearchableById } from '../database/search/texts.ts'
import { keepRevisions } from './bulk.repository.ts'
import type { Copy } from './case-changes.repository.ts'
import { type Author, firstRevision } from './case-writes.repository.ts'
import { takeRefs } from './refs.repository.ts'

const COPIED = CASE_COLUMNS.filter((column) => column !== 'automation_key' && column !== 'external_key')
const GIVEN = { id: 'text', copyOf: 'text', ref: 'text', rank: 'text', number: 'integer' } as const

/** Adds copies of cases at the end of a suite, in this order. */
export async function copyCases(
  db: Db,
  suite: { id: string; project_id: string },
  given: Copy[],
  author: Author,
): Promise<void> {
  const refs = await takeRefs(db, suite.project_id, given.length)
  const last = await lastNumber(db, suite.id)
  const copies = given.map((copy, index) => {
    const ref = refs[index] as string
    return { ...copy, ref, rank: rankOfRef(ref), number: last + index + 1 }
  })
  const { created_at, updated_at, updated_by, revision } = firstRevision(new Date().toISOString(), author?.id ?? null)
  const own = { project_id: suite.project_id, test_suite_id: suite.id, created_at, updated_at, updated_by, revision }
  await db
    .insertInto('test_cases')
    .columns(['id', 'ref', 'rank', 'number', ...(Object.keys(own) as (keyof typeof own)[]), ...COPIED])
    .expression(
      (eb) =>
        eb
          .selectFrom(givenRows(db, GIVEN, copies).as('given'))
          .innerJoin('test_cases', 'test_cases.id', 'given.copyOf')
          .select(['given.id', 'given.ref', 'given.rank', 'given.number'])
          .select(Object.entries(own).map(([column, value]) => sql`${value}`.as(column)))
          .select(COPIED.map((column) => `test_cases.${column}` as const)) as never,
    )
    .execute()
  const copyIds = copies.map(({ id }) => id)
  await keepRevisions(db, copyIds)
  await keepSearchableById(db, copyIds)
  noteChange(db, { kind: 'project', projectId: suite.project_id })
}
