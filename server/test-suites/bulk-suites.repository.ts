import type { Authorized } from '../authorize.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { noteChange } from '../database/changes.ts'
import { newId } from '../database/new-id.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { ProjectRow } from '../projects/projects.repository.ts'
import { highestNumber } from './test-suites.repository.ts'

export async function insertTestSuites(
  db: Db,
  project: Authorized<ProjectRow, 'report.upload' | 'case.write'>,
  names: string[],
): Promise<{ id: string; name: string; number: number }[]> {
  const created_at = new Date().toISOString()
  const last = await highestNumber(db, project.id)
  const suites = names.map((name, index) => ({ id: newId(), name, number: last + index + 1 }))
  await insertSuites(
    db,
    suites.map((suite) => ({ ...suite, project_id: project.id, description: null, created_at })),
  )
  if (names.length > 0) noteChange(db, { kind: 'project', projectId: project.id })
  return suites
}

const insertSuites = bulkInsert('test_suites', ['id', 'project_id', 'name', 'description', 'number', 'created_at'])

/** The highest case number per suite; null without cases. Reads the end of an index for each suite. */
export async function lastNumbers(db: Db, testSuiteIds: string[]): Promise<Map<string, number | null>> {
  const rows = await numbersOfSuites(db, { ids: testSuiteIds })
  return new Map(rows.map((row) => [row.id, row.last]))
}

const numbersOfSuites = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_suites')
    .select((eb) => [
      'id',
      eb
        .selectFrom('test_cases')
        .select('number')
        .whereRef('test_suite_id', '=', 'test_suites.id')
        .orderBy('number', 'desc')
        .limit(1)
        .as('last'),
    ])
    .where('id', 'in', inList(db, param('ids'))),
)
