import { CsvError, parse } from 'csv-parse/sync'

/** Words as the text of one cell: with commas between them, and quoted like cells of CSV where they need it. */
export function formatList(words: readonly string[]): string {
  return words.map((word) => (/[",\r\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ')
}

/** The words of a cell: commas or line breaks are between them. Quotes that enclose no whole tag are part of it. */
export function parseList(cell: string): string[] {
  return recordsOf(cell)
    .flat()
    .filter((word) => word !== '')
}

function recordsOf(cell: string): string[][] {
  const options = { trim: true, relax_column_count: true, skip_empty_lines: true }
  try {
    return parse(cell, options)
  } catch (error) {
    if (error instanceof CsvError) return parse(cell, { ...options, quote: false })
    throw error
  }
}
