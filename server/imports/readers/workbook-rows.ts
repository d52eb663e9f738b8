import { readSheet } from 'read-excel-file/universal'

/** The texts of the first sheet of a workbook, row by row. Throws for what is no workbook. */
export async function rowsOfWorkbook(bytes: ArrayBuffer): Promise<string[][]> {
  const rows = await readSheet(bytes)
  return rows.map((row) => row.map(textOf))
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (typeof cell === 'string') return cell
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
