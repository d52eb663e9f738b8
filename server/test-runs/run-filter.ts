import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { CursorInput } from '#shared/page.ts'
import { searchedWords } from '#shared/test-cases/search.ts'
import type { RunFilter } from '#shared/test-runs/find-runs.ts'
import type { Db } from '../database/databases.ts'
import { inList, isPostgres } from '../database/dialect.ts'
import type { Param, Values } from '../database/prepared.ts'

/* The conditions of a list of runs. Each combination of conditions is prepared as one query. */

export type RunPart = CursorInput & RunFilter

const COLUMNS = {
  status: 'test_runs.status',
  branch: 'test_runs.branch',
  environment: 'test_runs.environment',
  milestone: 'test_runs.milestone',
  createdBy: 'test_runs.created_by',
} as const

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/**
 * The names of the conditions of a query, so that it is prepared once. A single value is compared by `=`, which keeps
 * the order of the index.
 */
export function conditionsOf(part: RunPart): string[] {
  const fields = FIELDS.flatMap((field) => {
    const values = part[field]
    return values === undefined ? [] : [values.length === 1 ? `${field} is` : `${field} in`]
  })
  return [
    ...fields,
    ...wordsOf(part).map((_, index) => `word ${index}`),
    ...(part.cursor === undefined ? [] : ['cursor']),
  ]
}

export const hasWords = (conditions: string[]) => conditions.some((condition) => condition.startsWith('word '))

export function valuesOf(db: Db, projectId: string, part: RunPart): Values {
  const fields = FIELDS.flatMap((field) => {
    const values: string[] = part[field] ?? []
    return [
      [`${field} is`, values[0]],
      [`${field} in`, values],
    ]
  })
  const words = wordsOf(part).map((word, index) => [`word ${index}`, isPostgres(db) ? patternOf(word) : word])
  return { projectId, cursor: part.cursor, ...Object.fromEntries([...fields, ...words]) }
}

export type Filtered<Q> = { where: (condition: RawBuilder<SqlBool>) => Q }

export function whereRuns<Q extends Filtered<Q>>(db: Db, param: Param<Values>, query: Q, conditions: string[]): Q {
  const ofProject = query
    .where(sql`${sql.ref('test_runs.project_id')} = ${param('projectId')}`)
    .where(sql`${sql.ref('test_runs.is_receiving')} = ${sql.lit(0)}`)
  return conditions.reduce((found, condition) => found.where(conditionIn(db, param, condition)), ofProject)
}

function conditionIn(db: Db, param: Param<Values>, condition: string): RawBuilder<SqlBool> {
  const value = param(condition)
  if (condition === 'cursor') return sql<SqlBool>`${sql.ref('test_runs.id')} < ${value}`
  const [field, operator] = condition.split(' ') as [keyof typeof COLUMNS | 'word', string]
  if (field === 'word') return hasWord(db, value)
  const column = sql.ref(COLUMNS[field])
  return operator === 'is' ? sql`${column} = ${value}` : sql`${column} in ${inList(db, value as string[])}`
}

/** `given` is a pattern on PostgreSQL, and the word on SQLite. */
function hasWord(db: Db, given: unknown): RawBuilder<SqlBool> {
  const text = sql.ref('test_runs.search_text')
  return isPostgres(db) ? sql`${text} like ${given}` : sql`instr(${text}, ${given}) > 0`
}

const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const wordsOf = ({ q = '' }: RunFilter) => searchedWords(q)
