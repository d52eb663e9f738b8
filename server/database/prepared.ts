import { type Compilable, type CompiledQuery, DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely'
import type { Db } from './databases.ts'
import { isPostgres } from './dialect.ts'
import { withoutAnswer } from './postgres-client.ts'
import { AssaySqliteAdapter } from './sqlite.ts'

/** A placeholder for a value that is only known when the query runs. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Values = Record<string, unknown>
export type Param<P extends Values> = <K extends keyof P & string>(name: K) => P[K]
export type Query<P extends Values, R> = (db: Db, values: P) => Promise<R[]>

/**
 * A query that is compiled once per engine: on hot paths, building a query costs more than running it. `build` receives
 * `param`, whose placeholders it must not read. Lists go through `inList`.
 */
export function prepared<P extends Values, R>(build: (db: Db, param: Param<P>) => Compilable<R>): Query<P, R> {
  const known: { [kind in 'sqlite' | 'postgres']?: CompiledQuery<R> } = {}
  return async (db, values) => {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite'
    const compiled = (known[engine] ??= build(db, (name) => new Parameter(name) as never).compile())
    const parameters = compiled.parameters.map((given) => {
      if (!(given instanceof Parameter)) return given
      const value = values[given.name]
      return engine === 'sqlite' && Array.isArray(value) ? JSON.stringify(value) : value
    })
    return await runCompiled(db, { ...compiled, parameters })
  }
}

/**
 * Runs a compiled query and returns its rows. SQLite runs it at once, where it may. PostgreSQL gets a write that returns no
 * rows without a wait, in a transaction.
 */
export async function runCompiled<R>(db: Db, query: CompiledQuery<R>): Promise<R[]> {
  const { adapter } = db.getExecutor()
  if (adapter instanceof AssaySqliteAdapter && adapter.mayRunAtOnce(db.isTransaction))
    return adapter.runAtOnce(query) as R[]
  return (await db.executeQuery(hasRows(query) ? query : withoutAnswer(query))).rows
}

const hasRows = ({ query }: CompiledQuery): boolean => !isWrite(query) || query.returning !== undefined
const isWrite = (query: CompiledQuery['query']) =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
