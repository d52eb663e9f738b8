import { CsvError, parse } from 'csv-parse/sync'

/** Tags as the text of one cell: with commas between them, and quoted like cells of CSV where they need it. */
export function formatTags(tags: readonly string[]): string {
  return tags.map((tag) => (/[",\r\n]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')
}

/** The tags of a cell: commas or line breaks are between them. Quotes that enclose no whole tag are part of it. */
export function parseTags(cell: string): string[] {
  return recordsOf(cell)
    .flat()
    .filter((tag) => tag !== '')
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
