import { formatCount } from '#shared/format.ts'
import { firstLines } from '../fail-on.ts'
import type { RunTest } from '../run-tests.ts'
import { placeIn } from './place.ts'

/** GitHub shows at most this many errors per step. */
export const ANNOTATIONS_MAX = 10

/**
 * Workflow commands of GitHub Actions for failed tests: one error each for the first 10, and one for the number of the
 * others. `total` counts all failed tests; `tests` may be cut to the first ones.
 */
export function annotationsOf(tests: RunTest[], total: number, workspace: string): string[] {
  const lines = tests.slice(0, ANNOTATIONS_MAX).map((test) => annotation(test, workspace))
  const rest = total - lines.length
  return rest > 0 ? [...lines, `::notice title=Assay::${formatCount(rest, 'more failed test')}`] : lines
}

function annotation({ suite, name, status, errorMessage, trace }: RunTest, workspace: string): string {
  const place = placeIn([errorMessage, trace], workspace)
  const properties = { ...place, title: `${suite} › ${name}` }
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  const message = firstLines(errorMessage ?? '').join('\n') || status
  return `::error ${written.join(',')}::${escapeData(message)}`
}

/** A percent sign or line break in a value would end or change the command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
