import type { Db } from '../database/databases.ts'
import { CASES_AT_ONCE } from '../deletions/cases-at-once.ts'
import { isShown } from './bulk.repository.ts'
import { keepPending, type Pending, type PendingChange } from './case-changes.repository.ts'
import { findCaseIds } from './case-lookup.repository.ts'
import { copyCases } from './copy.repository.ts'

/* One transaction of bulk copies. */

export async function copySome(
  db: Db,
  { id: changeId, project_id }: PendingChange,
  pending: Extract<Pending, { kind: 'copy' }>,
): Promise<void> {
  const { testSuiteId, author } = pending
  const [some, left] = [pending.copies.slice(0, CASES_AT_ONCE), pending.copies.slice(CASES_AT_ONCE)]
  // Another call may have deleted cases or the suite since the first transaction.
  const present = await findCaseIds(
    db,
    project_id,
    some.map(({ copyOf }) => copyOf),
  )
  const copies = some.filter(({ copyOf }) => present.has(copyOf))
  const isThere = await isShown(db, testSuiteId)
  if (isThere) await copyCases(db, { id: testSuiteId, project_id }, copies, author)
  await keepPending(db, changeId, copies.length, isThere && left.length > 0 ? { ...pending, copies: left } : null)
}
