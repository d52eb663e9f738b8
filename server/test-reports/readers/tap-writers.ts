import { UNLOADED } from './jest.ts'
import type { TapDiagnostics } from './tap-diagnostics.ts'
import type { TapLine } from './tap-lines.ts'

type PointLine = Extract<TapLine, { kind: 'point' }>
type TestName = { suite: string[]; name: string }

/** How `--reporter=tap-flat` of Vitest names a test: its file, its groups and its title. */
const TITLE = ' > '
const FILE = /\.[cm]?[jt]sx?$/
/** The class of a test without a suite in the JUnit of node:test. */
const NODE_SUITE = ['test']

/** Naming rules of Vitest, node-tap and node:test, so that all their formats give the same names. */
export function tapWriters() {
  /** The stream is of Vitest or node-tap, which name points after test files. */
  let hasFiles = false
  /** The stream is of node:test or node-tap. */
  let hasHeadings = false
  return {
    /** The name of a subtest, as a comment. */
    heading(name: string) {
      hasHeadings = true
      hasFiles ||= FILE.test(name)
    },
    see({ name, durationMs }: PointLine) {
      hasFiles ||= durationMs !== null && FILE.test(name)
    },
    /** The place of a point outside of all subtests. */
    split(name: string): TestName {
      const parts = name.split(TITLE)
      if (parts.length === 1 || !FILE.test(parts[0] as string)) return { suite: [], name }
      hasFiles = true
      return { suite: parts.slice(0, -1), name: parts.at(-1) as string }
    },
    /** The same with what follows the point. */
    place({ isOk, name }: PointLine, suite: string[], { durationMs }: TapDiagnostics): TestName {
      if (suite.length === 0 && !isOk && !hasHeadings && FILE.test(name)) return { suite: [name], name: UNLOADED }
      return { suite: hasHeadings && durationMs !== null ? NODE_SUITE : suite, name }
    },
    /**
     * Whether a test is only planned, though its point is ok. Vitest and node-tap write it without a time. node:test
     * counts it apart, and its JUnit says that it was skipped.
     */
    isPlanned({ directive, durationMs, isOk }: PointLine, lines: string[], diagnostics: TapDiagnostics): boolean {
      if (!isOk || directive?.kind !== 'todo') return false
      const hasNoTime = durationMs === null && lines.length === 0
      return (hasFiles && hasNoTime) || (hasHeadings && diagnostics.durationMs !== null)
    },
  }
}
