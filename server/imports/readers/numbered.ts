import type { CaseStep } from '#shared/test-cases/test-case.ts'

/*
 * Steps in two cells, as TestRail and Qase write them: `1. Add⏎2. Pay` beside `1. Cart⏎2. Paid`. A step ends where the
 * next number comes.
 */

export function stepsInCells(actions: string, expectations: string): CaseStep[] {
  const [first, second] = [numbered(actions), numbered(expectations)]
  if (!first && !second) return single(actions, expectations)
  const known = [first ?? plain(actions), second ?? plain(expectations)]
  const count = Math.max(...known.map((list) => list.length))
  return Array.from({ length: count }, (_, index) => ({
    action: known[0]?.[index] ?? '',
    expected: known[1]?.[index] ?? '',
  })).map((step) => (step.action === '' ? { action: '—', expected: step.expected } : step))
}

const plain = (text: string) => (text.trim() === '' ? [] : [text.trim()])

const single = (action: string, expected: string): CaseStep[] =>
  `${action}${expected}`.trim() === '' ? [] : [{ action: action.trim() || '—', expected: expected.trim() }]

/** The texts after `1.`, `2.` …, or undefined for a text that does not begin so. Qase writes them as JSON strings. */
function numbered(text: string): string[] | undefined {
  const lines = text.trim().split('\n')
  if (!/^1[.)](\s|$)/.test(lines[0] ?? '')) return undefined
  const steps: string[][] = []
  for (const line of lines) {
    const match = /^(\d+)[.)](?:[ \t]+|$)/.exec(line)
    if (match && Number(match[1]) === steps.length + 1) steps.push([line.slice(match[0].length)])
    else steps.at(-1)?.push(line)
  }
  return steps.map((step) => unquoted(step.join('\n').trim()))
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'string' ? parsed.trim() : text
  } catch {
    return text
  }
}
