import { formatCount } from '#shared/format.ts'
import { type Found, listTests, type RunTest } from './run-tests.ts'
import type { Connection } from './connection.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'

export const FAIL_CONDITIONS = [...FAILURE_STATUSES, 'flaky', 'new-failures', 'empty'] as const
export type FailCondition = (typeof FAIL_CONDITIONS)[number]

/** A report without tests proves nothing: it meets every --fail-on. */
export function conditionsOf(given: FailCondition[] = [], allowEmpty = false): FailCondition[] {
  return given.length === 0 || allowEmpty ? given : [...new Set<FailCondition>([...given, 'empty'])]
}

type Failing = Pick<RunTest, 'suite' | 'name' | 'status' | 'errorMessage'>

/**
 * `failing` has the tests per condition, `quarantined` the failed tests of quarantined cases, which do not count,
 * `empty` the files without tests.
 */
type FailCheck = {
  conditions: FailCondition[]
  met: FailCondition[]
  failing: Partial<Record<Found, Failing[]>>
  quarantined: Failing[]
  empty: string[]
}

type Checked = { testRun: ReportAnswer['testRun']; files: { file: string; recorded: number }[] }

/** The conditions that a run meets, with the tests that meet them. `quarantined` are ids of cases that do not count. */
export async function checkRun(
  connection: Connection,
  { testRun, files }: Checked,
  conditions: FailCondition[],
  quarantined: ReadonlySet<string>,
): Promise<FailCheck> {
  const failing: FailCheck['failing'] = {}
  const ignored = new Map<string, Failing>()
  for (const condition of conditions) {
    if (condition === 'empty') continue
    const tests = await listTests(connection, testRun, condition)
    const counted = tests.filter(({ testCaseId }) => !quarantined.has(testCaseId))
    if (counted.length > 0) failing[condition] = counted.map(toFailing)
    for (const test of tests) if (quarantined.has(test.testCaseId)) ignored.set(test.id, toFailing(test))
  }
  const empty = conditions.includes('empty') ? files.filter(({ recorded }) => recorded === 0) : []
  const met = conditions.filter((condition) => (condition === 'empty' ? empty.length > 0 : condition in failing))
  return { conditions, met, failing, quarantined: [...ignored.values()], empty: empty.map(({ file }) => file) }
}

function toFailing({ suite, name, status, errorMessage }: RunTest): Failing {
  return { suite, name, status, errorMessage }
}

const NAMES_SHOWN = 50

const HEADINGS: Record<Found, string> = {
  failed: 'failed',
  error: 'ended in an error',
  flaky: 'passed only after a failure',
  'new-failures': 'newly failing',
}

export function describeCheck({ met, failing, quarantined, empty }: FailCheck): string[] {
  const counted = met.flatMap((condition) => {
    if (condition === 'empty')
      return [`${formatCount(empty.length, 'report')} without any test:`, ...empty.map(indented)]
    return listed(failing[condition] ?? [], HEADINGS[condition])
  })
  return [...counted, ...(quarantined.length > 0 ? listed(quarantined, 'of quarantined cases, not counted') : [])]
}

function listed(tests: Failing[], heading: string): string[] {
  const shown = tests.slice(0, NAMES_SHOWN).flatMap(describeTest)
  const rest = tests.length > NAMES_SHOWN ? [`  … and ${tests.length - NAMES_SHOWN} more`] : []
  return [`${formatCount(tests.length, 'test')} ${heading}:`, ...shown, ...rest]
}

const indented = (text: string) => `  ${text}`

function describeTest({ suite, name, errorMessage }: Failing): string[] {
  return [`  ${suite} › ${name}`, ...firstLines(errorMessage ?? '').map((line) => `      ${line}`)]
}

const MESSAGE_LINES = 3
const MESSAGE_COLUMNS = 160

export function firstLines(message: string): string[] {
  const lines = message.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const shown = lines
    .slice(0, MESSAGE_LINES)
    .map((line) => (line.length > MESSAGE_COLUMNS ? `${line.slice(0, MESSAGE_COLUMNS)}…` : line))
  return lines.length > MESSAGE_LINES ? [...shown, '…'] : shown
}
