import type { Compilable } from 'kysely'

/** Begins the text of a query whose rows PostgreSQL's driver gives as arrays. */
const MARK = '/* array rows */ '

export const wantsArrays = (text: string) => text.startsWith(MARK)

/** A query whose rows are arrays of its columns on PostgreSQL: many rows of many columns cost less than as objects. */
export function arrayRows(query: Compilable): Compilable<readonly unknown[]> {
  return {
    compile: () => {
      const compiled = query.compile()
      return { ...compiled, sql: MARK + compiled.sql }
    },
  }
}
