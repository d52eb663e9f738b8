import type { Compilable } from 'kysely'

/** Prefixes queries whose rows PostgreSQL's driver returns as arrays. */
const MARK = '/* array rows */ '

export const wantsArrays = (text: string) => text.startsWith(MARK)

/** A query whose rows are arrays of its columns on PostgreSQL: cheaper than objects for many rows of many columns. */
export function arrayRows(query: Compilable): Compilable<readonly unknown[]> {
  return {
    compile: () => {
      const compiled = query.compile()
      return { ...compiled, sql: MARK + compiled.sql }
    },
  }
}
