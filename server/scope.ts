import { type Expression, sql } from 'kysely'
import type { Db } from './db.ts'
import { isPostgres, takeLock } from './dialect.ts'

/**
 * What a write depends on, and so has to itself from its first read to its commit: the project of a record with its
 * suites, cases and members, a run with its results, the users, or the failed sign-ins of one account. Null for a
 * write that depends on nothing. Whoever needs a project and a run claims the project first.
 */
export type Scope =
  | { project: string }
  | { testSuite: string }
  | { testCase: string }
  | { testRun: string }
  | { testResult: string }
  | { account: string }
  | 'users'
  | null

/** Writes of the same key have to come in turn; on SQLite all of them do. */
export function keyOf(db: Db, scope: Scope): unknown {
  if (!isPostgres(db)) return 'all'
  return scope === null ? Symbol('depends on nothing') : JSON.stringify(scope)
}

/** Makes a transaction wait until it has its scope to itself, whichever server the others are on. */
export async function claim(db: Db, scope: Scope): Promise<void> {
  if (scope !== null) await takeLock(db, lockName(scope))
}

function lockName(scope: NonNullable<Scope>): Expression<string | null> {
  if (scope === 'users') return sql.val('users')
  if ('account' in scope) return sql.val(`account ${scope.account}`)
  if ('project' in scope) return sql.val(scope.project)
  if ('testSuite' in scope) return sql`(select project_id from test_suites where id = ${scope.testSuite})`
  if ('testCase' in scope) return sql`(select project_id from test_cases where id = ${scope.testCase})`
  if ('testRun' in scope) return sql.val(scope.testRun)
  return sql`(select test_run_id from test_results where id = ${scope.testResult})`
}
