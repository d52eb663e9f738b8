import type { Table } from './schema.ts'
import type { Value } from './source.ts'

/** Describes the first difference between two tables. A row is undefined at the end of its table. */
export function describeDifference(table: Table, expected: Value[] | undefined, found: Value[] | undefined): string {
  const order = compareKeys(keyOf(table, expected), keyOf(table, found))
  if (order === 0)
    return `first, ${describeKey(table, expected)} differs in ${differingColumns(table, expected, found)}`
  return order < 0
    ? `first, ${describeKey(table, expected)} is missing`
    : `first, ${describeKey(table, found)} should not be there`
}

function differingColumns({ columns }: Table, expected: Value[] = [], found: Value[] = []): string {
  return columns
    .filter((_, index) => expected[index] !== found[index])
    .map(({ name }) => name)
    .join(', ')
}

function describeKey(table: Table, row: Value[] | undefined): string {
  const values = keyOf(table, row)
  return table.key.map(({ name }, index) => `${name} ${JSON.stringify(values?.[index])}`).join(', ')
}

function keyOf({ columns, key }: Table, row: Value[] | undefined): Value[] | undefined {
  return row && key.map(({ name }) => row[columns.findIndex((column) => column.name === name)] as Value)
}

/** Orders keys like both databases. A missing row comes last. */
function compareKeys(a: Value[] | undefined, b: Value[] | undefined): number {
  if (!a || !b) return a ? -1 : 1
  return a.map((value, index) => compareValues(value, b[index] as Value)).find((order) => order !== 0) ?? 0
}

function compareValues(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}
