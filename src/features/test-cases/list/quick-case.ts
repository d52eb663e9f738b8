import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import { VALUE_MAX } from '#shared/limits.ts'
import type { ValueType } from '#shared/test-cases/test-case.ts'
import { nameProblem, textProblem } from '#shared/text-problem.ts'

/*
 * A manual case on one line: `Refund = 404`, a name and the expected value. A name alone expects true. The type follows
 * from the value: a number, true or false, else text; quotes make any value text. Quotes or `\=` keep an equals sign in
 * a name: `"a = b" = 1`, `a \= b = 1`.
 */

export type QuickCase = { name: string; expectedValueType: ValueType; expectedValue: string }

export function readQuickCase(line: string): QuickCase | { problem: string } {
  const { name: typed, value } = split(line.trim())
  const quickCase = { name: typed.trim(), ...expectationOf(value) }
  const { name, expectedValue } = quickCase
  const problem =
    nameProblem('Test case name', name) ??
    expectationProblem({ type: 'manual', steps: [], ...quickCase, expectedValue: expectedValue || null })?.message ??
    textProblem('Expected value', expectedValue, VALUE_MAX)
  return problem === null ? quickCase : { problem }
}

export const quickLines = (text: string): string[] => text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')

const QUOTED = /^"((?:\\.|[^"\\])*)"(?:\s+=(?:\s+(.*))?)?$/s
/** An equals sign between spaces. At the end of the line, the value is still missing. */
const SEPARATOR = /(?:^|\s+)=(?:\s+|$)/

function split(line: string): { name: string; value: string | undefined } {
  const [isQuoted, inner, rest] = QUOTED.exec(line) ?? []
  if (isQuoted !== undefined)
    return { name: (inner ?? '').replaceAll(/\\(.)/g, '$1'), value: rest ?? (isQuoted.endsWith('"') ? undefined : '') }
  const at = SEPARATOR.exec(line)
  const name = at ? line.slice(0, at.index) : line
  return { name: name.replaceAll(String.raw`\=`, '='), value: at ? line.slice(at.index + at[0].length) : undefined }
}

function expectationOf(value: string | undefined): Omit<QuickCase, 'name'> {
  if (value === undefined) return { expectedValueType: 'boolean', expectedValue: 'true' }
  if (/^".*"$/s.test(value) && value.length > 1)
    return { expectedValueType: 'string', expectedValue: value.slice(1, -1) }
  if (/^(true|false)$/i.test(value)) return { expectedValueType: 'boolean', expectedValue: value.toLowerCase() }
  const isNumber = !expectationProblem({ type: 'manual', steps: [], expectedValueType: 'number', expectedValue: value })
  return { expectedValueType: isNumber ? 'number' : 'string', expectedValue: value }
}
