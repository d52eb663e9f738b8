import { type Expression, sql } from 'kysely'
import type { Db } from './databases.ts'
import { answered, isPostgres, takeLock } from './dialect.ts'

/** PostgreSQL's code; the writer retries the transaction. */
const SERIALIZATION_FAILURE = '40001'

/**
 * The records that a write locks from its first read to its commit: a project with its suites and cases, a run with its
 * results, all users, or the failed sign-ins of one account. A change of members locks the users and a project: a given
 * one, that of an invite, or all projects of a user. Null locks nothing. A write that needs a project and a run locks
 * the project first.
 */
export type Scope =
  | { project: string }
  | { testSuite: string }
  | { testCase: string }
  | { testRun: string }
  | { testResult: string }
  | { account: string }
  | 'users'
  | { users: 'with'; project: string }
  | { users: 'with'; inviteToken: string }
  | { users: 'with'; projectsOf: string }
  | null

const CACHE_MAX = 10_000

/**
 * Resolves a suite, case or result to its project or run, so that one server queues all writes of one scope. Safe to
 * cache: a record never changes its project or run.
 */
export class ScopeCache {
  readonly #db: Db
  readonly #cache = new Map<string, Scope>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Synchronous if no query is needed. The scope of a missing record is returned unchanged. */
  resolve(scope: Scope): Scope | Promise<Scope> {
    if (!isPostgres(this.#db) || !isNested(scope)) return scope
    const [id] = Object.values(scope) as [string]
    return this.#cache.get(id) ?? this.#find(scope, id)
  }

  async #find(scope: Nested, id: string): Promise<Scope> {
    const { rows } = await sql<{ owner: string | null }>`select ${lockName(scope)} as owner`.execute(this.#db)
    const owner = rows[0]?.owner
    if (owner == null) return scope
    const found = 'testResult' in scope ? { testRun: owner } : { project: owner }
    if (this.#cache.size >= CACHE_MAX) this.#cache.clear()
    this.#cache.set(id, found)
    return found
  }
}

type Nested = { testSuite: string } | { testCase: string } | { testResult: string }

function isNested(scope: Scope): scope is Nested {
  if (scope === null || scope === 'users') return false
  return ['testSuite', 'testCase', 'testResult'].some((kind) => kind in scope)
}

/** Writes with the same key run one by one. On SQLite all writes have the same key. */
export function keyOf(db: Db, scope: Scope): unknown {
  if (!isPostgres(db)) return 'all'
  return scope === null ? Symbol('no scope') : JSON.stringify(scope)
}

/**
 * Locks the scope of a transaction against all servers. Projects are locked first and the users last: this order avoids
 * deadlocks, and a sign-up never waits for a long report.
 */
export async function claim(db: Db, scope: Scope): Promise<void> {
  if (!isPostgres(db)) return
  // Without a lock to wait for, writes could be on their way when the transaction fails to begin.
  if (scope === null) return await answered(db)
  if (scope === 'users') return await takeLock(db, USERS)
  if ('projectsOf' in scope) return await claimProjectsOf(db, scope.projectsOf)
  await takeLock(db, lockName(scope))
  if ('users' in scope) await takeLock(db, USERS)
}

const USERS = sql.val('users')

/** Throws an error that makes the writer retry if the user has joined another project meanwhile. */
async function claimProjectsOf(db: Db, userId: string): Promise<void> {
  const claimed = await projectsOf(db, userId)
  for (const projectId of claimed) await takeLock(db, sql.val(projectId))
  await takeLock(db, USERS)
  const isAll = (await projectsOf(db, userId)).every((projectId) => claimed.includes(projectId))
  if (!isAll)
    throw Object.assign(new Error('The projects of this user changed meanwhile'), { code: SERIALIZATION_FAILURE })
}

async function projectsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', userId)
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

type LockedScope = Exclude<NonNullable<Scope>, 'users' | { projectsOf: string }>

function lockName(scope: LockedScope): Expression<string | null> {
  if ('account' in scope) return sql.val(`account ${scope.account}`)
  if ('project' in scope) return sql.val(scope.project)
  if ('inviteToken' in scope) return sql`(select project_id from invites where token_hash = ${scope.inviteToken})`
  if ('testSuite' in scope) return sql`(select project_id from test_suites where id = ${scope.testSuite})`
  if ('testCase' in scope) return sql`(select project_id from test_cases where id = ${scope.testCase})`
  if ('testRun' in scope) return sql.val(scope.testRun)
  return sql`(select test_run_id from test_results where id = ${scope.testResult})`
}
