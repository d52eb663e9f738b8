import { type CaseStep, STEPS_MAX } from '#shared/test-cases/test-case.ts'

/** '1. ', '2) ', '- ', '* ' and '• ' before the text of a step. */
const NUMBERING = /^\s*(?:\d{1,3}[.)]|[-*•–])\s+/
const NUMBER = /^\s*(\d{1,3})[.)]?\s*$/

/**
 * The steps in a pasted text: one per line, with a tab before the expected outcome. Spreadsheet cells may be quoted.
 * Null for a single cell, which is pasted as it is.
 */
export function stepsFromPaste(text: string): CaseStep[] | null {
  const rows = withoutNumbers(cellsOf(text).filter((cells) => cells.some((cell) => cell.trim() !== '')))
  if (rows.length === 0 || (rows.length === 1 && rows[0]?.length === 1)) return null
  return rows.map(([action = '', ...expected]) => ({
    action: action.replace(NUMBERING, '').trim(),
    expected: expected.join('\n').trim(),
  }))
}

export const hasExpected = (steps: readonly CaseStep[]) => steps.some(({ expected }) => expected !== '')

type Inserted = {
  steps: CaseStep[]
  last: number
  /** The number of pasted steps without room. */
  refused: number
}

export function insertPasted(steps: readonly CaseStep[], row: number, pasted: readonly CaseStep[]): Inserted {
  const isEmpty = (steps[row]?.action ?? '') + (steps[row]?.expected ?? '') === ''
  const before = steps.slice(0, isEmpty ? row : row + 1)
  const after = steps.slice(row + 1)
  const added = pasted.slice(0, Math.max(0, STEPS_MAX - before.length - after.length))
  const kept = added.length === 0 && isEmpty ? steps.slice(row, row + 1) : added
  return {
    steps: [...before, ...kept, ...after],
    last: Math.max(0, before.length + kept.length - 1),
    refused: pasted.length - added.length,
  }
}

/** A first column that only counts the rows is not a step. */
function withoutNumbers(rows: string[][]): string[][] {
  const first = Number(NUMBER.exec(rows[0]?.[0] ?? '')?.[1])
  const counts = rows.every(
    ([cell = '', ...others], index) => others.length > 0 && Number(NUMBER.exec(cell)?.[1]) === first + index,
  )
  return counts ? rows.map((cells) => cells.slice(1)) : rows
}

/** Rows of cells. Quotes count only around a whole cell: a text may begin with a quoted word. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y
  const lines = text.replace(/\r\n?/g, '\n')
  while (cell.lastIndex < lines.length) {
    const [whole, quoted, plain = '', end] = cell.exec(lines) ?? []
    if (whole === undefined) break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') rows.push([])
  }
  return rows
}
