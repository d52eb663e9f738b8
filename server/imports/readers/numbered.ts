import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { isHtml, toMarkdown } from './markup.ts'

/*
 * Steps in two cells, as TestRail and Qase write them: `1. Add⏎2. Pay` beside `1. Cart⏎2. Paid`. A step ends where the
 * next number comes.
 */

/** A cell of steps as Markdown. Of HTML, numbers at the start of a line stay numbers of steps. */
export function stepsToMarkdown(cell: string): string {
  const markdown = toMarkdown(cell)
  if (!isHtml(cell) || !isNumbered(unescaped(markdown))) return markdown
  // HTML would join the lines.
  return unescaped(toMarkdown(cell.replaceAll(/\n(?=\d+[.)])/g, '\n<br>')))
}

const unescaped = (markdown: string) => markdown.replaceAll(/^(\d+)\\(?=\.)/gm, '$1')

const isNumbered = (text: string) => /^1[.)](\s|$)/.test(text)

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
  if (!isNumbered(text.trim())) return undefined
  const lines = text.trim().split('\n')
  const steps: string[][] = []
  for (const line of lines) {
    const match = /^(\d+)[.)](?:\s+|$)/.exec(line)
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
