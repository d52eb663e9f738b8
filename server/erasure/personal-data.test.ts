import { expect, test } from 'vitest'
import { connect, migrateToLatest } from '../database/databases.ts'
import { openSqlite } from '../database/sqlite.ts'
import { NAMES_PEOPLE, PERSONAL_COLUMNS } from './personal-data.ts'

test('every column that names a person says what an erasure does with it', async () => {
  const db = connect(openSqlite(':memory:'))
  await migrateToLatest(db)
  const tables = await db.introspection.getTables()
  const found = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => NAMES_PEOPLE.test(column.name)).map((column) => `${name}.${column.name}`),
  )
  await db.destroy()
  expect(found.toSorted()).toEqual(Object.keys(PERSONAL_COLUMNS).toSorted())
})
