import type { Db } from '../database/databases.ts'
import { AssaySqliteAdapter } from '../database/sqlite.ts'

/** Makes all queries of a connection pass `executeQuery`, where a test can watch them. */
export function makeWatchable(db: Db): void {
  const { adapter } = db.getExecutor()
  if (adapter instanceof AssaySqliteAdapter) adapter.mayRunAtOnce = () => false
}
