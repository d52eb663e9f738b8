import { type Expression, sql } from 'kysely'
import type { Db } from './databases.ts'
import { isPostgres, takeLock } from './dialect.ts'

/** PostgreSQL's code of a transaction that lost against another one. */
const SERIALIZATION_FAILURE = '40001'

/**
 * What a write depends on, and so has to itself from its first read to its commit: the project of a record with its
 * suites and cases, a run with its results, the users, or the failed sign-ins of one account. Who is a member of a
 * project depends on both: its scope is the users with the project that the invite of this token is to, or with all of
 * a user's. Null for a write that depends on nothing. Whoever needs a project and a run claims the project first.
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
  readonly #known = new Map<string, Scope>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Synchronous when no query is needed. The scope of a missing record stays as it is. */
  resolve(scope: Scope): Scope | Promise<Scope> {
    if (!isPostgres(this.#db) || !isInside(scope)) return scope
    const [id] = Object.values(scope) as [string]
    return this.#known.get(id) ?? this.#find(scope, id)
  }

  async #find(scope: Inside, id: string): Promise<Scope> {
    const { rows } = await sql<{ place: string | null }>`select ${lockName(scope)} as place`.execute(this.#db)
    const place = rows[0]?.place
    if (place == null) return scope
    const found = 'testResult' in scope ? { testRun: place } : { project: place }
    if (this.#known.size >= CACHE_MAX) this.#known.clear()
    this.#known.set(id, found)
    return found
  }
}

type Inside = { testSuite: string } | { testCase: string } | { testResult: string }

function isInside(scope: Scope): scope is Inside {
  if (scope === null || scope === 'users') return false
  return ['testSuite', 'testCase', 'testResult'].some((kind) => kind in scope)
}

/** Writes of the same key have to come in turn; on SQLite all of them do. */
export function keyOf(db: Db, scope: Scope): unknown {
  if (!isPostgres(db)) return 'all'
  return scope === null ? Symbol('depends on nothing') : JSON.stringify(scope)
}

/**
 * Makes a transaction wait until it has its scope to itself, whichever server the others are on. Projects come
 * first and the users last, so that no two wait for each other, and nobody signs up behind a long report.
 */
export async function claim(db: Db, scope: Scope): Promise<void> {
  if (scope === null || !isPostgres(db)) return
  if (scope === 'users') return await takeLock(db, USERS)
  if ('projectsOf' in scope) return await claimProjectsOf(db, scope.projectsOf)
  await takeLock(db, lockName(scope))
  if ('users' in scope) await takeLock(db, USERS)
}

const USERS = sql.val('users')

/** Throws an error that has the transaction done again when the user has got one more project while this waited. */
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
