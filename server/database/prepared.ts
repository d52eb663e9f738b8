import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './databases.ts'
import { isPostgres } from './dialect.ts'

/** Stands for a value that is known only when the query runs. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Values = Record<string, unknown>
export type Place<P extends Values> = <K extends keyof P & string>(name: K) => P[K]
type Query<P extends Values, R> = (db: Db, values: P) => Promise<R[]>

/**
 * A query that is built and compiled once for each kind of database and afterwards only run: on the hot paths
 * building one costs more than running it. `build` gets places to put the values in; it must not look at them.
 */
export function prepared<P extends Values, R>(build: (db: Db, place: Place<P>) => Compilable<R>): Query<P, R> {
  const known: { [kind in 'sqlite' | 'postgres']?: CompiledQuery<R> } = {}
  return async (db, values) => {
    const compiled = (known[isPostgres(db) ? 'postgres' : 'sqlite'] ??= build(
      db,
      (name) => new Parameter(name) as never,
    ).compile())
    const parameters = compiled.parameters.map((given) => (given instanceof Parameter ? values[given.name] : given))
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}
