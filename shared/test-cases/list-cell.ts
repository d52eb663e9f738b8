import { CsvError, parse } from 'csv-parse/sync'

/** Formats a list as the text of one cell: separated by commas, and quoted like CSV where needed. */
export function formatList(words: readonly string[]): string {
  return words.map((word) => (/[",\r\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ')
}

/** Parses a list separated by commas or line breaks. Quotes inside a word belong to it. */
export function parseList(cell: string): string[] {
  return recordsOf(cell)
    .flat()
    .filter((word) => word !== '')
}

function recordsOf(cell: string): string[][] {
  // Most cells have no quotes, and the parser costs more than all else of an import.
  if (!/["\r\n]/.test(cell)) return [cell.split(',').map((word) => word.trim())]
  const options = { trim: true, relax_column_count: true, skip_empty_lines: true }
  try {
    return parse(cell, options)
  } catch (error) {
    if (error instanceof CsvError) return parse(cell, { ...options, quote: false })
    throw error
  }
}
