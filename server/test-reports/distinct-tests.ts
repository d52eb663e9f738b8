import { NAME_MAX } from '#shared/limits.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { isNotRun } from './readers/executions.ts'
import type { FoundTest, ReportedExecution, ReportedTest } from './reported-test.ts'
import { shortName, suiteName } from './short-names.ts'

const LABEL_MAX = 100

/** Hosts named anew for each build. A test named by one would be a new test case in every run. */
const THROWAWAY_HOST =
  /^(?:[0-9a-f]{12}|fv-az.+|runnervm.+|runner-.+-concurrent-.+|ip(?:-\d+){4}.*|.+-[0-9a-f]{8,10}-[a-z0-9]{5})$/i

/** What the first test of a name had, and the next number to try for another one. */
type Name = Pick<FoundTest, 'parameters' | 'host'> & { next: number }

/**
 * Gives every test of a report a name of its own within its suite. The first keeps its name. Another one gets its
 * parameters or its host appended where they differ, else a number: `pays (2)`. Executions that a writer lists as
 * separate tests are marked as retries instead. Tests with keys keep their names.
 *
 * All tests are noted before the first is named, so that no given name equals one in the report. Memory grows with the
 * number of tests by the length of their names.
 */
export function distinctTests() {
  const known = new Set<string>()
  const repeated = new Set<string>()
  const rounds = rerunRounds()

  return {
    note(test: FoundTest): void {
      const id = idOf(test.suite, test.name)
      rounds.note(test, id)
      if (known.has(id)) repeated.add(id)
      else known.add(id)
    },
    /** Whether some tests get another name or are retries. */
    hasRepeats: () => repeated.size > 0,
    /** Names the tests in the order in which they were noted. */
    naming(): (test: FoundTest) => ReportedTest {
      const names = new Map<string, Name>()
      const given = new Set<string>()
      /** The names given within parts whose tests may be executed again. */
      const ofParts = new Map<string, string>()

      return ({ parameters, host, part, reruns, ...test }) => {
        const id = idOf(test.suite, test.name)
        if (!repeated.has(id)) return test
        const inPart = `${part}\n${id}`
        const before = ofParts.get(inPart)
        const found = { ...test, parameters, host, part, reruns }
        if (before !== undefined && rounds.isRetry(found)) return { ...test, name: before, isRetry: true }
        const name = nameOf(found, id)
        if (reruns !== undefined) ofParts.set(inPart, name)
        return { ...test, name }
      }

      function nameOf(test: FoundTest, id: string): string {
        const first = names.get(id)
        if (!first) {
          names.set(id, { parameters: test.parameters, host: test.host, next: 2 })
          return test.name
        }
        if (test.keys.length > 0) return test.name
        for (const label of labelsOf(test, first)) {
          const name = labelled(test.name, label)
          if (take(test.suite, name)) return name
        }
        for (;;) {
          const name = labelled(test.name, String(first.next))
          first.next += 1
          if (take(test.suite, name)) return name
        }
      }

      function take(suite: string[], name: string): boolean {
        const id = idOf(suite, name)
        if (known.has(id) || given.has(id)) return false
        given.add(id)
        return true
      }
    },
  }
}

/** What differs from the first test of the name. */
function labelsOf({ parameters, host }: FoundTest, first: Name): string[] {
  const labels: string[] = []
  if (parameters !== first.parameters && parameters) labels.push(parameters)
  if (host !== first.host && host && !THROWAWAY_HOST.test(host)) labels.push(host)
  return labels.filter((label) => label.length <= LABEL_MAX)
}

function labelled(name: string, label: string): string {
  const end = ` (${label})`
  return shortName(name, NAME_MAX - end.length) + end
}

/** `join` copies the names: a template would refer to them, and they to the parts of the file that they are from. */
const idOf = (suite: string[], name: string) => [suiteName(suite), name].join('\n')

/**
 * Decides which repeats are retries. Gradle's test-retry plugin runs failed tests again after all others, so that new
 * executions come at the end of a class. A class whose tests repeat in another order has tests that share a name.
 */
function rerunRounds() {
  const refuted = new Set<number>()
  let current: number | undefined
  let hasRepeat = false
  let outcomes = new Map<string, ResultStatus>()

  return {
    note(test: FoundTest, id: string): void {
      const { part, reruns } = test
      if (reruns !== 'rounds' || part === undefined) return
      if (part !== current) {
        current = part
        hasRepeat = false
        outcomes = new Map()
      }
      const before = outcomes.get(id)
      const isExpected = before === undefined ? !hasRepeat : isFailure(before)
      if (!isExpected) refuted.add(part)
      hasRepeat ||= before !== undefined
      outcomes.set(id, statusOf(test))
    },

    /** Whether a test is a retry of an earlier one of its name and part. A test that did not run never is. */
    isRetry(test: FoundTest): boolean {
      const status = statusOf(test)
      if (isNotRun({ status })) return false
      if (test.reruns === 'teardown') return status === 'error'
      return test.reruns === 'rounds' ? !refuted.has(test.part as number) : test.reruns === 'retry'
    },
  }
}

function statusOf({ executions }: FoundTest): ResultStatus {
  return (executions.at(-1) as ReportedExecution).status
}
