import { compareSeverity } from '#shared/test-results/severity.ts'
import type { ReportedTest } from './reported-test.ts'

/**
 * Joins consecutive tests of the same name into one. pytest writes a failed test with a failed teardown as two tests.
 * All executions are kept, the most severe last.
 */
export function joinedRepeats(put: (test: ReportedTest) => void): { add(test: ReportedTest): void; end(): void } {
  let held: ReportedTest | undefined
  const release = () => {
    if (held) put(held)
    held = undefined
  }
  return {
    add(test) {
      if (held && isSameTest(held, test)) {
        held = { ...held, executions: [...held.executions, ...test.executions].toSorted(compareSeverity) }
        return
      }
      release()
      if (test.ifRepeated === 'worst') held = test
      else put(test)
    },
    end: release,
  }
}

function isSameTest(a: ReportedTest, b: ReportedTest): boolean {
  return (
    a.name === b.name && a.suite.length === b.suite.length && a.suite.every((part, index) => part === b.suite[index])
  )
}
