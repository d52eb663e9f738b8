import type { Database } from 'better-sqlite3'

type Column = { name: string; isText: boolean }
/** A table of the schema. `key` orders its rows: the primary key, or else all columns. */
export type Table = { name: string; columns: Column[]; key: Column[] }

type ColumnInfo = { name: string; type: string; pk: number }

/** Search texts are derived from the cases when a server starts. On SQLite their index has its own tables. */
export const isDerived = (table: string) => /^(test_case_(search|trigrams)|searched_projects)/.test(table)

/** All tables that are not derived, each after the tables that it references. */
export function tablesOf(database: Database): Table[] {
  const names = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'kysely\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .pluck()
    .all() as string[]
  const kept = names.filter((name) => !isDerived(name))
  return parentsFirst(database, kept).map((name) => describe(database, name))
}

export const quoted = (name: string): string => `"${name}"`

function parentsFirst(database: Database, names: string[]): string[] {
  const parents = new Map(names.map((name) => [name, parentsOf(database, name)]))
  const ordered: string[] = []
  while (ordered.length < names.length) {
    const free = names.filter(
      (name) => !ordered.includes(name) && parents.get(name)?.every((parent) => ordered.includes(parent)),
    )
    if (free.length === 0) throw new Error('its tables reference each other in a cycle')
    ordered.push(...free)
  }
  return ordered
}

function parentsOf(database: Database, name: string): string[] {
  const references = database.pragma(`foreign_key_list(${quoted(name)})`) as { table: string }[]
  return references.map(({ table }) => table).filter((parent) => parent !== name)
}

function describe(database: Database, name: string): Table {
  const found = database.pragma(`table_info(${quoted(name)})`) as ColumnInfo[]
  const columnOf = ({ name, type }: ColumnInfo): Column => ({ name, isText: type.toLowerCase() === 'text' })
  const key = found.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  return { name, columns: found.map(columnOf), key: (key.length > 0 ? key : found).map(columnOf) }
}
