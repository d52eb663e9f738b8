import type { CaseStep } from './test-case.ts'

/*
 * Steps as the text of one cell, as people write them in a spreadsheet:
 *
 *   1. Put an item into the cart
 *   => The cart shows 1
 *   2. Pay
 *
 * A text may continue in further lines. A continuation that would be read as a mark starts with a backslash.
 */

const STEP = /^\d+[.)](?:[ \t]+|$)/
const EXPECTED = /^[ \t]*=>[ \t]*/
const MISREAD = new RegExp(`^\\\\|${STEP.source}|${EXPECTED.source}`)

export function formatSteps(steps: readonly CaseStep[]): string {
  const lines = steps.flatMap(({ action, expected }, index) => [
    `${index + 1}. ${guardLines(action)}`,
    ...(expected === '' ? [] : [`=> ${guardLines(expected)}`]),
  ])
  return lines.join('\n')
}

/** The first line follows a mark, so it needs no guard. */
function guardLines(text: string): string {
  const [first, ...others] = text.split('\n')
  return [first, ...others.map((line) => (MISREAD.test(line) ? `\\${line}` : line))].join('\n')
}

/** The steps of a cell, with trimmed texts. If the first line has no number, each line is a step. */
export function parseSteps(cell: string): CaseStep[] {
  const lines = cell.trim().split('\n')
  const isNumbered = STEP.test(lines[0] ?? '')
  const steps: Record<keyof CaseStep, string[]>[] = []
  let field: keyof CaseStep = 'action'
  const start = (action: string) => {
    steps.push({ action: [action], expected: [] })
    field = 'action'
  }
  for (const line of lines) {
    const isExpected = EXPECTED.test(line)
    if (isNumbered && STEP.test(line)) start(line.replace(STEP, ''))
    else if (!isNumbered && !isExpected && line.trim() !== '') start(line)
    else if (steps.length > 0 || line !== '') {
      if (steps.length === 0) start('')
      if (isExpected) field = 'expected'
      steps.at(-1)?.[field].push(isExpected ? line.replace(EXPECTED, '') : line.replace(/^\\/, ''))
    }
  }
  return steps.map(({ action, expected }) => ({ action: textOf(action), expected: textOf(expected) }))
}

const textOf = (lines: string[]) => lines.join('\n').trim()
