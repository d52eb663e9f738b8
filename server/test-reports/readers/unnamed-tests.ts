import { isFailure } from '#shared/test-results/severity.ts'
import type { ReportedExecution, ReportSink } from '../reported-test.ts'
import { counted } from './counted.ts'
import { NOT_KEPT } from './ignored.ts'

const UNNAMED = 'Unnamed test'

/** Names failed tests without a name, so that no failure gets lost. Other tests without a name are ignored. */
export function unnamedTests() {
  /** Failed tests of which the report says nothing else. */
  const blank: ReportedExecution[][] = []
  let ignored = 0
  let hasNamed = false
  return {
    /** Null for a test that is not recorded now. */
    nameOf(suite: string[], executions: ReportedExecution[]): string | null {
      const { status, message, trace } = executions.at(-1) as ReportedExecution
      if (!isFailure(status)) ignored += 1
      else if (suite.length > 0 || message !== null || trace !== null) return UNNAMED
      else blank.push(executions)
      return null
    },
    /** A report has named tests. */
    seeNamed() {
      hasNamed = true
    },
    /** Without any named test, a file is an example of a format, as tools ship it: its failures are only counted. */
    finish(sink: Pick<ReportSink, 'test' | 'ignore' | 'warn'>, suite: string) {
      if (hasNamed)
        for (const executions of blank.splice(0)) sink.test({ suite: [suite], name: UNNAMED, keys: [], executions })
      const count = ignored + blank.length
      if (count > 0) sink.ignore('testcase', NOT_KEPT.noName, count)
      if (blank.length > 0)
        sink.warn(
          `${counted(blank.length, 'failed test')} ignored, without any name of a test or suite and any message`,
        )
    },
  }
}
