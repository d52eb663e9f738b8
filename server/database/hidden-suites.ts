import { type RawBuilder, sql, type SqlBool } from 'kysely'

/* A large suite that is being deleted or restored has the number 0: every read leaves it out. */

/** Whether the suite in this column is hidden, for statements that do not read the suite itself. */
export const inHiddenSuite = (column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from test_suites as hidden where hidden.id = ${sql.ref(column)} and hidden.number = 0)`

export const inShownSuite = (column: string): RawBuilder<SqlBool> => sql<SqlBool>`not ${inHiddenSuite(column)}`

/** The same for reads of suites. The sum keeps the databases from looking for them by their numbers. */
export const SHOWN_SUITE = 'test_suites.number + 0 > 0'
export const isShownSuite = sql.raw<SqlBool>(SHOWN_SUITE)
