import { type RawBuilder, sql, type SqlBool } from 'kysely'

/*
 * A large suite that is deleted or comes back is hidden until all its cases are moved, in short writes: it has the number
 * 0. Every read leaves it and its cases out.
 */

/** Whether the suite in this column is hidden. For statements that do not read the suite itself. */
export const inHiddenSuite = (column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from test_suites as hidden where hidden.id = ${sql.ref(column)} and hidden.number = 0)`

export const inShownSuite = (column: string): RawBuilder<SqlBool> => sql<SqlBool>`not ${inHiddenSuite(column)}`

/** The same for reads of suites. The sum keeps the databases from looking for them by their numbers. */
export const isShownSuite = sql<SqlBool>`test_suites.number + 0 > 0`
