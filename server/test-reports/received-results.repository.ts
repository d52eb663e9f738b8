import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'

const insertReceived = bulkInsert('received_results', ['test_run_id', 'result_id'])

/** Notes the senders' ids of results. Returns those that the run has received before. Lock the run first. */
export async function noteReceived(db: Db, testRunId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('received_results')
    .select('result_id')
    .where('test_run_id', '=', testRunId)
    .where('result_id', 'in', inList(db, ids))
    .execute()
  const known = new Set(rows.map(({ result_id }) => result_id))
  const fresh = [...new Set(ids)].filter((id) => !known.has(id))
  await insertReceived(
    db,
    fresh.map((result_id) => ({ test_run_id: testRunId, result_id })),
  )
  return known
}
