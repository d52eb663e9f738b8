import { PENDING_PROPERTY } from '#shared/test-reports/pending-property.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import type { EarlierAttempt } from '../test-results/result-chunks.repository.ts'
import { attribute, escapeXml } from './markup.ts'
import { type Fact, failureMessage, type RunExport, runFacts, testName } from './run-export.ts'

export async function* junitFile(source: RunExport): AsyncGenerator<string> {
  const { run, projectName, suites } = source
  const name = attribute('name', `${projectName}: ${runName(run)}`)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${name}${counts(run.summary)}${attribute('timestamp', run.createdAt)}>\n`
  const known = new Map(suites.map((suite) => [suite.id, suite]))
  const facts = properties(runFacts(run))
  let open: string | undefined
  for await (const chunk of source.results()) {
    const earlier = await source.earlierAttempts(chunk)
    let text = ''
    for (const result of chunk) {
      const { testSuite } = result.testCase
      if (testSuite.id !== open) {
        const suite = known.get(testSuite.id)
        text += `${open === undefined ? '' : '</testsuite>\n'}<testsuite${attribute('name', testSuite.name)}`
        text += `${suite ? counts(suite.summary) : ''}>\n${facts}\n`
        open = testSuite.id
      }
      text += testcase(result, earlier.get(result.id) ?? [])
    }
    yield text
  }
  yield `${open === undefined ? '' : '</testsuite>\n'}</testsuites>\n`
}

const counts = ({ total, failed, error, skipped, pending }: Summary) =>
  ` tests="${total}" failures="${failed}" errors="${error}" skipped="${skipped + pending}"`

function testcase(result: TestResult, earlier: EarlierAttempt[]): string {
  const { testCase, executionTimeMs, startedAt } = result
  const time = executionTimeMs === null ? null : (executionTimeMs / 1_000).toFixed(6).replace(/\.?0+$/, '')
  const names = attribute('name', testName(result)) + attribute('classname', testCase.testSuite.name)
  const element = `<testcase${names}${attribute('time', time)}${attribute('timestamp', startedAt)}`
  const content = properties(propertiesOf(result)) + outcomeOf(result, earlier)
  return content === '' ? `${element}/>\n` : `${element}>${content}</testcase>\n`
}

function propertiesOf({ status, defects }: TestResult): Fact[] {
  const known = defects.map((value) => ({ name: 'defect', value }))
  return status === 'pending' ? [PENDING_PROPERTY, ...known] : known
}

function properties(facts: Fact[]): string {
  if (facts.length === 0) return ''
  const elements = facts.map(({ name, value }) => `<property${attribute('name', name)}${attribute('value', value)}/>`)
  return `<properties>${elements.join('')}</properties>`
}

function outcomeOf(result: TestResult, earlier: EarlierAttempt[]): string {
  const outcomes: Record<ResultStatus, () => string> = {
    failed: () => failure('failure', result),
    error: () => failure('error', result),
    skipped: () => `<skipped${attribute('message', result.notes)}/>`,
    pending: () => '<skipped message="pending"/>',
    passed: () => (result.flaky ? flakes(earlier) : ''),
  }
  return outcomes[result.status]()
}

function failure(element: string, result: TestResult): string {
  const message = failureMessage(result)
  const body = result.trace ?? message
  return `<${element}${attribute('message', message)}>${body === null ? '' : escapeXml(body)}</${element}>`
}

/** The failed executions before a pass, in Surefire's format. */
function flakes(earlier: EarlierAttempt[]): string {
  const failures = earlier.filter(({ status }) => isFailure(status))
  if (failures.length === 0) return '<flakyFailure message="An earlier execution failed"/>'
  return failures
    .map(({ status, errorMessage }) => {
      const element = status === 'error' ? 'flakyError' : 'flakyFailure'
      return `<${element}${attribute('message', errorMessage)}/>`
    })
    .join('')
}
