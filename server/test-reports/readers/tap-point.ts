import type { ReportedExecution } from '../reported-test.ts'
import { firstLine } from './clean-text.ts'
import type { TapDiagnostics } from './tap-diagnostics.ts'
import type { TapLine } from './tap-lines.ts'
import { readMilliseconds } from './times.ts'

/** The outcome of a test point. A TODO point may fail and then counts as skipped. */
export function pointExecution(
  point: Extract<TapLine, { kind: 'point' }>,
  diagnostics: TapDiagnostics,
): ReportedExecution {
  const times = { durationMs: readMilliseconds(diagnostics.durationMs ?? point.durationMs), startedAt: null }
  const { directive, isOk } = point
  if (directive?.kind === 'skip') return { status: 'skipped', message: directive.reason || null, trace: null, ...times }
  if (isOk) return { status: 'passed', message: null, trace: null, ...times }
  if (directive)
    return { status: 'skipped', message: `TODO ${directive.reason}`.trim(), trace: diagnostics.trace, ...times }
  const { message, trace } = diagnostics
  return { status: 'failed', message: message ?? firstLine(trace), trace, ...times }
}
